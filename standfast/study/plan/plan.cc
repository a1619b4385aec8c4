#include "standfast/study/plan/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/study/plan/unit_key.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// The vectors that the sampler of a condition reads. The aggregate is no part of it: it is made of them by
// whoever reads them.
Unit vectors_unit(const ConditionSpec& condition, const CorpusFacts& corpus) {
  Unit unit;
  unit.kind = UnitKind::vectors;
  unit.corpus = corpus.name;
  unit.condition = condition.name;
  EncoderChoice choice = *condition.encoder;
  choice.aggregate = Aggregate::mean;
  const int64_t min_docs = pool_min_docs(condition);
  unit.encoder = describe(choice) + (min_docs > 0 ? fmt::format(", min-docs {}", min_docs) : "");
  Json fields = key_fields(unit.kind, corpus);
  fields["encoder"] = choice.name;
  fields["options"] = options_to_json(choice.options);
  fields["seed"] = choice.seed;
  fields["min_docs"] = min_docs;
  unit.key = key_of(fields);
  return unit;
}

}  // namespace

int64_t pool_min_docs(const ConditionSpec& condition) {
  const auto& values = condition.sampler.options.values();
  const auto found = values.find("min-docs");
  return found == values.end() ? 0 : std::get<int64_t>(found->second);
}

std::vector<Unit> plan_splits(const StudySpec& study, const std::vector<CorpusFacts>& corpora) {
  std::vector<Unit> units;
  for (const auto& corpus : corpora)
    for (const auto& condition : study.conditions) {
      if (!condition.encoder) continue;
      Unit unit = vectors_unit(condition, corpus);
      const bool known =
          std::any_of(units.begin(), units.end(), [&](const auto& u) { return u.key == unit.key; });
      if (!known) units.push_back(std::move(unit));
    }
  for (const auto& corpus : corpora) {
    Unit unit;
    unit.kind = UnitKind::corpus;
    unit.corpus = corpus.name;
    Json fields = key_fields(unit.kind, corpus);
    // Of the analysis of its style.
    if (study.the_task().traits().has_target) fields["target"] = role_name(study.target);
    unit.key = key_of(fields);
    units.push_back(std::move(unit));
  }
  for (const auto& corpus : corpora)
    for (const auto& condition : study.conditions)
      for (const uint64_t seed : study.seeds) {
        Unit unit;
        unit.kind = UnitKind::splits;
        unit.corpus = corpus.name;
        unit.condition = condition.name;
        unit.seed = seed;
        Json fields = key_fields(unit.kind, corpus);
        fields["condition"] = condition.name;
        fields["sampler"] = condition.sampler.name;
        fields["sampler_options"] = options_to_json(condition.sampler.options);
        if (condition.encoder) {
          unit.vectors = vectors_unit(condition, corpus).key;
          fields["vectors"] = unit.vectors;
          fields["aggregate"] = kAggregates[static_cast<size_t>(condition.encoder->aggregate)];
        }
        fields["splitter"] = condition.splitter.name;
        fields["splitter_options"] = options_to_json(condition.splitter.options);
        if (!condition.files.empty()) fields["files"] = condition.files;
        for (const auto& name : condition.columns) fields["columns"].push_back(column_fields(corpus, name));
        const TaskTraits asks = study.the_task().traits();
        if (asks.has_target) fields["target"] = role_name(study.target);
        if (asks.draws_pairs) fields["pairs"] = options_to_json(condition.pairs);
        if (!condition.control_of.empty()) {
          fields["control"] = role_name(study.target);
          if (condition.trades > 1) fields["trades"] = condition.trades;
          // What blocks hold is no part of the hash of the data.
          for (const auto& name : condition.block) fields["block"].push_back(column_fields(corpus, name));
        }
        fields["seed"] = seed;
        unit.key = key_of(fields);
        units.push_back(std::move(unit));
      }
  return units;
}

namespace {

Json cell_fields(const StudySpec& study, const ModelSpec& model, const CorpusFacts& corpus,
                 const Unit& cell) {
  Json fields = key_fields(cell.kind, corpus);
  fields["splits"] = cell.splits;
  fields["name"] = model.name;
  add_model(fields, model, corpus);
  fields["profile"] = study.profile;
  fields["fold"] = cell.fold;
  if (cell.fit > 0) fields["fit"] = cell.fit;  // the first is the cell that it is without others
  return fields;
}

}  // namespace

uint32_t fits_of(const StudySpec& study, const ModelSpec& model, const StudyCatalogs& catalogs) {
  return study.the_task().model_facts(model.model.name, catalogs).deterministic ? 1 : study.fits_asked(model);
}

Result<std::vector<Unit>> plan_cells(const StudySpec& study, const StudyCatalogs& catalogs,
                                     const std::vector<CorpusFacts>& corpora, const std::vector<Unit>& splits,
                                     const std::map<std::string, SplitFacts>& facts) {
  const Task& task = study.the_task();
  std::vector<Unit> shared, cells;
  for (const auto& model : study.models) {
    const uint32_t fits = fits_of(study, model, catalogs);
    for (const auto& corpus : corpora) {
      SF_ASSIGN(const auto common, task.shared_unit({study, model, catalogs, corpus, splits, facts}));
      if (common && std::none_of(shared.begin(), shared.end(),
                                 [&](const Unit& known) { return known.key == common->key; }))
        shared.push_back(*common);
      for (const auto& before : splits) {
        if (before.kind != UnitKind::splits || before.corpus != corpus.name) continue;
        const uint32_t folds = facts.at(before.key).folds;
        for (uint32_t fold = 0; fold < std::max(folds, 1U); ++fold) {
          Unit unit;
          unit.kind = UnitKind::cell;
          unit.corpus = corpus.name;
          unit.condition = before.condition;
          unit.model = model.name;
          unit.seed = before.seed;
          unit.fold = fold;
          // The folds of a control are those of its trades one after the other.
          const uint32_t trades = study.condition(before.condition).trades;
          if (trades > 1 && folds >= trades) unit.trade = fold / (folds / trades);
          unit.splits = before.key;
          if (folds > 0 && common) task.use(common->key, unit);
          for (unit.fit = 0; unit.fit < fits; ++unit.fit) {
            unit.key = key_of(cell_fields(study, model, corpus, unit));
            cells.push_back(unit);
          }
        }
      }
    }
  }
  // Cells of one corpus, condition and seed stand together, so that a worker reads their pairs once.
  std::map<std::string, size_t> place;
  for (size_t i = 0; i < splits.size(); ++i) place[splits[i].key] = i;
  std::stable_sort(cells.begin(), cells.end(),
                   [&](const Unit& a, const Unit& b) { return place.at(a.splits) < place.at(b.splits); });
  shared.insert(shared.end(), cells.begin(), cells.end());
  return shared;
}

}  // namespace standfast
