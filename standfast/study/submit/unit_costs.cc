#include "standfast/study/submit/unit_costs.h"

#include <algorithm>

#include "standfast/base/json.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

Json json_of_range(const Range& range) {
  return Json::array({range.low, range.high});
}
Range range_of_json(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>()};
}

// The assumed seconds of units that only the report reads, which are not tried: tables of a corpus or of a
// split, usually fast.
constexpr Range kOnlyShown{1, 60};

}  // namespace

UnitCosts::UnitCosts(const DryRun& plan) {
  for (const auto& one : plan.conditions)
    if (one.skipped.empty()) drawn_.push_back({one.corpus, one.condition, one.seed, one.folds});
  if (!plan.estimate) return;
  memory_ = plan.estimate->memory;
  for (const auto& part : plan.estimate->parts) {
    if (part.number == 0) continue;
    std::optional<Range> one;
    if (part.seconds) one = part.seconds->times(1.0 / static_cast<double>(part.number));
    sorts_.push_back({part.kind == nullptr ? "" : part.kind->name(), part.corpus, part.model, part.planted,
                      one, part.memory});
  }
}

const UnitCosts::Sort* UnitCosts::find(const std::string& kind, const std::string& corpus,
                                       const std::string& model, bool planted) const {
  const auto found = std::ranges::find_if(sorts_, [&](const Sort& sort) {
    return sort.kind == kind && sort.corpus == corpus && sort.model == model && sort.planted == planted;
  });
  return found == sorts_.end() ? nullptr : &*found;
}

UnitCost UnitCosts::of(const Unit& unit, const StudySpec& study) const {
  const bool by_model = unit.kind->examines() || unit.kind == &features_kind();
  const bool planted = unit.kind == &cell_kind() && study.condition(unit.condition).shortcut.has_value();
  UnitCost cost{std::nullopt, memory_};
  if (const Sort* sort = find(unit.kind->name(), unit.corpus, by_model ? unit.model : "", planted)) {
    cost.seconds = sort->seconds;
    if (sort->memory.high > 0) cost.memory = sort->memory;
  } else if (unit.kind == &start_kind()) {
    // A start is a fit on all documents, while the fit of a cell is on most of them.
    if (const Sort* cell = find(cell_kind().name(), unit.corpus, unit.model, false)) {
      if (cell->seconds) cost.seconds = cell->seconds->times(2);
      if (cell->memory.high > 0) cost.memory = cell->memory.times(2);
    }
  } else if (unit.kind == &space_kind()) {
    // The vectors or the fit were made on the way to the splits, or were not made either.
    if (const Sort* splits = find(splits_kind().name(), unit.corpus, "", false))
      cost.seconds = splits->seconds;
  }
  if (!cost.seconds && unit.kind->only_shown() && !unit.kind->examines()) cost.seconds = kOnlyShown;
  return cost;
}

double UnitCosts::reading(const std::string& corpus) const {
  const Sort* sort = find("", corpus, "", false);
  return sort != nullptr && sort->seconds ? sort->seconds->high : 0;
}

std::optional<uint32_t> UnitCosts::folds(const Unit& splits) const {
  for (const auto& one : drawn_)
    if (one.corpus == splits.corpus && one.condition == splits.condition && one.seed == splits.seed)
      return one.folds;
  return std::nullopt;
}

Json UnitCosts::to_json() const {
  Json json = {{"memory", json_of_range(memory_)}, {"sorts", Json::array()}, {"drawn", Json::array()}};
  for (const auto& sort : sorts_) {
    Json one = {{"kind", sort.kind},
                {"corpus", sort.corpus},
                {"model", sort.model},
                {"planted", sort.planted},
                {"memory", json_of_range(sort.memory)}};
    if (sort.seconds) one["seconds"] = json_of_range(*sort.seconds);
    json["sorts"].push_back(std::move(one));
  }
  for (const auto& one : drawn_)
    json["drawn"].push_back(
        {{"corpus", one.corpus}, {"condition", one.condition}, {"seed", one.seed}, {"folds", one.folds}});
  return json;
}

UnitCosts UnitCosts::from_json(const Json& json) {
  UnitCosts costs;
  costs.memory_ = range_of_json(json.at("memory"));
  for (const auto& one : json.at("sorts")) {
    Sort& sort = costs.sorts_.emplace_back();
    one.at("kind").get_to(sort.kind);
    one.at("corpus").get_to(sort.corpus);
    one.at("model").get_to(sort.model);
    one.at("planted").get_to(sort.planted);
    sort.memory = range_of_json(one.at("memory"));
    if (one.contains("seconds")) sort.seconds = range_of_json(one.at("seconds"));
  }
  for (const auto& one : json.at("drawn")) {
    Drawn& drawn = costs.drawn_.emplace_back();
    one.at("corpus").get_to(drawn.corpus);
    one.at("condition").get_to(drawn.condition);
    one.at("seed").get_to(drawn.seed);
    one.at("folds").get_to(drawn.folds);
  }
  return costs;
}

}  // namespace standfast
