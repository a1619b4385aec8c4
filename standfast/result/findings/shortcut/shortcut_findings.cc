#include "standfast/result/findings/shortcut/shortcut_findings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/data_counts.h"
#include "standfast/result/findings/worst_groups.h"

namespace standfast::result {
namespace {

// Returns the lambdas of a series at which the model lacks folds on any side.
std::vector<double> lacking_lambdas(const CellIndex& index, size_t corpus, size_t model,
                                    const ShortcutFindings& found, const std::string& series) {
  std::vector<double> lacking;
  for (const auto& one : found.conditions) {
    const auto& [test, original, anti] = one.condition;
    if (one.series == series && std::ranges::any_of(std::array{test, original, anti}, [&](size_t side) {
          return index.lacks_folds(corpus, side, model);
        }))
      lacking.push_back(one.shortcut.lambda);
  }
  std::ranges::sort(lacking);
  return lacking;
}

// Adds the curves of one model. scored: its rows; curves refer to them by these numbers.
void add_curves(const RunRecords& run, const CellIndex& index, size_t corpus, const ShortcutFindings& found,
                size_t model, const std::map<size_t, ScoredShortcut>& scored, double level,
                const UnitSpace& space, std::vector<LambdaCurve>& curves) {
  std::vector<std::string> names;
  std::map<std::string, std::vector<size_t>> places;
  for (const auto& [place, one] : scored) {
    const std::string& series = found.of(one.row.condition).series;
    if (!places.contains(series)) names.push_back(series);
    places[series].push_back(place);
  }
  for (const auto& name : names) {
    auto& rows = places[name];
    const auto lambda = [&](size_t place) {
      return run.conditions[scored.at(place).row.condition].shortcut->lambda;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](size_t a, size_t b) { return lambda(a) < lambda(b); });
    LambdaCurve curve{model, name, {}, 0, 0, {}};
    std::vector<const ScoredShortcut*> points;
    std::vector<double> lambdas;
    for (const size_t place : rows) {
      if (!lambdas.empty() && lambda(place) == lambdas.back())
        continue;  // the same condition under two names
      curve.rows.push_back(place);
      points.push_back(&scored.at(place));
      lambdas.push_back(lambda(place));
    }
    if (points.size() < 2) continue;
    curve.from = lambdas.front();
    curve.to = lambdas.back();
    const auto lacking = lacking_lambdas(index, corpus, model, found, name);
    if (lacking.empty())
      curve.area = area_under(points, lambdas, level, space);
    else  // then points rest on different documents
      for (auto& area : curve.area)
        area.estimate.why_not = fmt::format("folds have no answers at lambda {:g}", fmt::join(lacking, ", "));
    curves.push_back(std::move(curve));
  }
}

}  // namespace

const ShortcutOf& ShortcutFindings::of(size_t condition) const {
  const auto found = std::find_if(conditions.begin(), conditions.end(),
                                  [&](const ShortcutOf& one) { return one.condition.test == condition; });
  assert(found != conditions.end());
  return *found;
}

ShortcutFindings shortcut_findings(const RunRecords& run, const CellIndex& index, const Summary& summary,
                                   size_t corpus, double level) {
  ShortcutFindings found;
  const std::vector<ShortcutCondition> conditions = shortcut_conditions(run, corpus);
  const auto series = shortcut_series(run, conditions);
  for (const auto& condition : conditions) {
    found.conditions.push_back({condition, *run.conditions[condition.test].shortcut,
                                series.at(condition.test), cue_values(run, index, corpus, condition)});
    for (auto& share : planted_shares(run, index, corpus, condition, level)) found.planted.push_back(share);
  }
  // Units are numbered in one order, and the influences of one model are in memory at a time.
  UnitSpace space;
  struct Placed {
    ShortcutEffect row;
    std::vector<ShortcutGroup> groups;
  };
  const size_t models = run.models.size();
  std::vector<std::optional<Placed>> made(conditions.size() * models);
  for (size_t m = 0; m < models; ++m) {
    std::map<size_t, ScoredShortcut> scored;
    for (size_t c = 0; c < conditions.size(); ++c) {
      const ShortcutSides sides = shortcut_sides(run, index, corpus, conditions[c], m);
      if (sides.size() == 0) continue;
      auto one = scored_shortcut(run, corpus, conditions[c], m, sides, level, space);
      if (!one) continue;  // only without the metrics of this version, which it has
      one->row.n_total =
          std::max(one->row.n,
                   summary.cell(run, corpus, conditions[c].test, m).metrics[summary.default_metric].n_total);
      made[c * models + m] = {one->row, shortcut_groups(run, corpus, conditions[c], m, sides,
                                                        found.conditions[c].values.size(), level, space)};
      scored.emplace(c * models + m, std::move(*one));
    }
    add_curves(run, index, corpus, found, m, scored, level, space, found.curves);
  }
  std::vector<size_t> place(made.size());
  for (size_t i = 0; i < made.size(); ++i) {
    auto& placed = made[i];
    if (!placed) continue;
    place[i] = found.rows.size();
    found.rows.push_back(std::move(placed->row));
    for (auto& group : placed->groups) found.groups.push_back(std::move(group));
  }
  for (auto& curve : found.curves)
    for (size_t& row : curve.rows) row = place[row];
  correct_deltas(found.rows);
  return found;
}

namespace {

std::string words_of(const ConditionInfo& condition) {
  const ShortcutInfo& shortcut = *condition.shortcut;
  std::string words = shortcut.kind;
  if (shortcut.law != kDoseLaws.front()) words += ", " + shortcut.law;
  if (shortcut.test_lambda != 1) words += fmt::format(", test lambda {:g}", shortcut.test_lambda);
  return words;
}

}  // namespace

std::map<size_t, std::string> shortcut_series(const RunRecords& run,
                                              const std::vector<ShortcutCondition>& conditions) {
  std::map<std::string, std::string> words_by_setting;
  std::set<std::string> taken;
  std::map<size_t, std::string> series;
  for (const auto& one : conditions) {
    const ConditionInfo& condition = run.conditions[one.test];
    auto found = words_by_setting.find(condition.setting);
    if (found == words_by_setting.end()) {
      std::string words = words_of(condition);
      if (taken.contains(words)) words = fmt::format("{} (as {})", words, condition.name);
      taken.insert(words);
      found = words_by_setting.emplace(condition.setting, std::move(words)).first;
    }
    series[one.test] = found->second;
  }
  return series;
}

std::array<Difference, kShortcutMetrics.size()> area_under(const std::vector<const ScoredShortcut*>& points,
                                                           const std::vector<double>& lambdas, double level,
                                                           const UnitSpace& space) {
  std::array<Difference, kShortcutMetrics.size()> area;
  const size_t n = points.size();
  for (size_t m = 0; m < kShortcutMetrics.size(); ++m) {
    std::vector<Influenced> scaled;
    scaled.reserve(2 * n);  // terms point to them
    std::vector<UnitTerm> terms;
    for (size_t i = 0; i < n; ++i) {
      const double below = i > 0 ? lambdas[i] - lambdas[i - 1] : 0,
                   above = i + 1 < n ? lambdas[i + 1] - lambdas[i] : 0;
      for (const auto& [number, factor] :
           {std::pair{&points[i]->test[m], 1.0}, std::pair{&points[i]->anti[m], -1.0}}) {
        Influenced part = *number;
        const double weight = (below + above) / 2;
        if (part.value) part.value = *part.value * weight;
        for (double& influence : part.influence) influence *= weight;
        scaled.push_back(std::move(part));
        terms.push_back({{&points[i]->items, &scaled.back()}, factor});
      }
    }
    area[m] = unit_sum(space, terms, level, lambdas.back() - lambdas.front());
  }
  return area;
}

namespace {

// Items of one or both planted sides.
struct GroupItems {
  std::vector<uint32_t> truth, predicted, document;
  std::vector<uint8_t> cue;
  std::vector<ItemUnits> units;

  void add(const RunRecords& run, size_t corpus, const PooledItems& items) {
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(truth, items.truth);
    append(predicted, items.predicted);
    append(document, items.document);
    append(cue, items.cue);
    append(units, item_units(run, corpus, items));
  }
};

ShortcutGroup group_of(const GroupItems& items, uint32_t label, uint32_t value, double level,
                       UnitSpace& space) {
  const size_t n = items.truth.size();
  std::vector<bool> of_it(n), right(n);
  std::set<uint32_t> documents;
  for (size_t i = 0; i < n; ++i) {
    of_it[i] = items.truth[i] == label && items.cue[i] == value;
    right[i] = items.predicted[i] == label;
    if (of_it[i]) documents.insert(items.document[i]);
  }
  ShortcutGroup group;
  group.label = label;
  group.value = value;
  group.documents = documents.size();
  group.right = share_of_items(items.units, of_it, right, level, space, "no document is of this group");
  return group;
}

void mark_worst(std::vector<ShortcutGroup>& groups) {
  ShortcutGroup* worst = nullptr;
  for (auto& group : groups)
    if (group.side == GroupSide::both && group.documents >= kLeastOfGroup &&
        (worst == nullptr || *group.right.share.value < *worst->right.share.value))
      worst = &group;
  if (worst != nullptr) worst->worst = true;
}

}  // namespace

std::vector<ShortcutGroup> shortcut_groups(const RunRecords& run, size_t corpus,
                                           const ShortcutCondition& condition, size_t model,
                                           const ShortcutSides& sides, size_t values, double level,
                                           UnitSpace& space) {
  std::vector<ShortcutGroup> groups;
  for (const GroupSide side : {GroupSide::test, GroupSide::anti_test, GroupSide::both}) {
    GroupItems items;
    if (side != GroupSide::anti_test) items.add(run, corpus, sides.test);
    if (side != GroupSide::test) items.add(run, corpus, sides.anti);
    for (uint32_t label = 0; label < sides.test.classes; ++label)
      for (uint32_t value = 0; value < values; ++value) {
        ShortcutGroup group = group_of(items, label, value, level, space);
        if (group.right.n == 0) continue;
        group.condition = condition.test;
        group.model = model;
        group.side = side;
        groups.push_back(std::move(group));
      }
  }
  mark_worst(groups);
  return groups;
}

std::vector<std::string> cue_values(const RunRecords& run, const CellIndex& index, size_t corpus,
                                    const ShortcutCondition& condition) {
  for (size_t m = 0; m < run.models.size(); ++m)
    for (const CellRecord* cell : index.folds(corpus, condition.test, m))
      if (cell->shortcut) return cell->shortcut->values;
  return {};
}

std::vector<PlantedShare> planted_shares(const RunRecords& run, const CellIndex& index, size_t corpus,
                                         const ShortcutCondition& condition, double level) {
  std::vector<PlantedShare> shares;
  // All models learn from the same texts.
  const Folds& folds =
      index.folds(corpus, condition.test, most_finished_model(run, index, corpus, condition.test));
  const auto count_side = [&](const char* side, const PlantedCounts PlantedRecord::*counts, bool first_fold) {
    std::vector<uint64_t> documents;
    const PlantedRecord* planted = nullptr;
    std::set<uint64_t> seen;  // seeds
    for (const CellRecord* cell : folds) {
      if (!cell->shortcut || (first_fold && !seen.insert(cell->seed).second)) continue;
      planted = cell->shortcut.get();
      const auto& of_cell = (planted->*counts).documents;
      documents.resize(of_cell.size());
      for (size_t i = 0; i < of_cell.size(); ++i) documents[i] += of_cell[i];
    }
    if (planted == nullptr) return;
    const size_t values = planted->values.size();
    for (uint32_t label = 0; label < planted->classes(); ++label) {
      uint64_t n = 0;
      for (size_t v = 0; v < values; ++v) n += documents[label * values + v];
      for (uint32_t value = 0; value < values && n > 0; ++value) {
        const uint64_t k = documents[label * values + value];
        shares.push_back({condition.test, side, label, value, k, n,
                          static_cast<double>(k) / static_cast<double>(n),
                          (planted->*counts).target[label * values + value], exact_interval(k, n, level)});
      }
    }
  };
  count_side("train", &PlantedRecord::train, true);
  count_side("test", &PlantedRecord::test, false);
  count_side("anti-test", &PlantedRecord::anti_test, false);
  return shares;
}

}  // namespace standfast::result
