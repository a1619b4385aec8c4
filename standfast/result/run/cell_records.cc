#include "standfast/result/run/cell_records.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/cell/left_out.h"
#include "standfast/study/record/cell_file.h"

namespace standfast::result {
namespace {

// Returns the sides of all corpora: the test items first, then the sides of a planted fold.
std::vector<std::string> sides_of(const std::vector<CorpusFacts>& corpora, bool planted) {
  std::vector<std::string> sides = {kTestSide};
  if (planted)
    for (const char* side : {kOriginalSide, kAntiTestSide}) sides.emplace_back(side);
  for (const auto& corpus : corpora)
    for (const auto& side : corpus.sides)
      if (std::find(sides.begin(), sides.end(), side.name) == sides.end()) sides.push_back(side.name);
  return sides;
}

// Returns ConditionInfo::setting.
std::string setting_of(const ConditionSpec& condition, bool draws_pairs) {
  auto json = condition_to_json(condition, draws_pairs);
  for (const char* own : {"name", "reference", "reference_by_default"}) json.erase(own);
  if (condition.shortcut) json["shortcut"].erase("lambda");
  return json.dump();
}

// Describes a space in words: short ones, unless another space of the study would have the same.
std::string words_of(const SpaceSpec& space, const StudySpec& study) {
  const auto brief = [](const SpaceSpec& one) {
    return one.maker.name + (one.reduction.empty() ? "" : ", then " + one.reduction);
  };
  const bool shared = std::any_of(study.conditions.begin(), study.conditions.end(), [&](const auto& other) {
    return other.space && brief(*other.space) == brief(space) && other.space->in_words() != space.in_words();
  });
  return shared ? space.in_words() : brief(space);
}

ConditionInfo info_of(const ConditionSpec& condition, const StudySpec& study, const std::string& side) {
  const bool test = side == kTestSide;
  ConditionInfo info;
  info.name = name_of_side(condition.name, side);
  info.sampler = condition.sampler.name;
  info.splitter = condition.splitter.name;
  info.reference = test && condition.reference;
  if (test) info.control_of = condition.control_of;
  info.block = condition.block;
  info.whole = condition.whole;
  info.match = condition.match;
  info.trades = condition.trades;
  info.splitter_options = condition.splitter.options;
  info.corpora = condition.corpora;
  info.side = side;
  info.reference_by_default = condition.reference_by_default;
  if (!test) info.side_of = condition.name;
  if (condition.shortcut)
    info.shortcut = {condition.shortcut->kind.name, kDoseLaws[static_cast<size_t>(condition.shortcut->law)],
                     condition.shortcut->lambda, condition.shortcut->test_lambda,
                     condition.shortcut->kind.options};
  if (condition.space) {
    const SpaceSpec& space = *condition.space;
    info.space = {space.of_model, space.maker.name, space.maker.options, words_of(space, study)};
    if (space.of_model) info.space->fit = space.fit_in_words();
    if (const auto& validation = space.validation; validation.any())
      info.space->validation =
          validation.side.empty() ? fmt::format("{}", validation.share) : validation.side;
  }
  info.setting = setting_of(condition, study.the_task().traits().draws_pairs);
  return info;
}

std::optional<double> fact(const CellFile& cell, const char* name) {
  const auto found = cell.facts.find(name);
  if (found == cell.facts.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

// Reads the training history. An unreadable history counts as none: the report does without, and scores do
// not depend on it.
std::optional<TrainingHistory> history_of_facts(const CellFile& file) {
  try {
    return history_in(file.facts);
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::vector<CellRecord> records_of(const CellFile& file, const std::string& folder, const CorpusInfo& corpus,
                                   bool planted) {
  CellRecord cell;
  cell.score_key() = file;
  cell.folder = folder;
  cell.task = file.task;
  cell.drawn = file.condition;
  cell.unit_places = file.count(kUnitPlaces);
  cell.places_left_out = file.count(kPlacesLeftOut);
  cell.ok = file.ok;
  cell.reason = file.reason;
  cell.n_train = file.count("train");
  cell.n_validation = file.count("validation");
  cell.same_train = file.count("same_train");
  cell.train_classes = file.count("train_classes");
  cell.profile = file.profile;
  cell.probabilistic = file.probabilities;
  if (file.shortcut) cell.shortcut = std::make_shared<const PlantedRecord>(*file.shortcut);
  if (auto history = history_of_facts(file))
    cell.history = std::make_shared<const TrainingHistory>(std::move(*history));
  cell.too_long = fact(file, "share_of_training_texts_too_long");
  cell.p1 = fact(file, "p1");
  cell.p2 = fact(file, "p2");
  std::vector<CellSide> sides = file.sides;
  if (!file.ok) {
    sides = {CellSide{}};
    if (planted)
      for (const char* side : {kOriginalSide, kAntiTestSide}) sides.push_back({side, "", 0, {}, {}});
    for (const auto& side : corpus.sides) sides.push_back({side.name, "", 0, {}, {}});
  }
  std::vector<CellRecord> records;
  for (const auto& side : sides) {
    cell.side = side.side;
    cell.condition = name_of_side(cell.drawn, side.side);
    cell.answers_file = side.predictions;
    cell.n_test = side.n;
    cell.same_test = side.count("same");
    cell.scores = side.scores;
    records.push_back(cell);
  }
  return records;
}

}  // namespace

std::vector<uint32_t> places_of_classes(const std::vector<std::string>& names, const CorpusInfo& corpus) {
  std::vector<uint32_t> found;
  for (const auto& name : names) {
    const auto place = std::ranges::find(corpus.classes, name);
    found.push_back(place == corpus.classes.end() ? kNoCode
                                                  : static_cast<uint32_t>(place - corpus.classes.begin()));
  }
  return found;
}

RunRecords records_of_study(const StudySpec& study, const std::vector<CorpusFacts>& corpora,
                            const std::string& version) {
  RunRecords run;
  run.version = version;
  run.name = study.title;
  run.task = study.task;
  if (study.the_task().traits().has_target) run.target = role_name(study.target);
  run.profile = study.profile;
  run.seeds = study.seeds;
  run.metric = study.metric;
  run.nested_repeats = study.nested_repeats;
  run.ignore = study.ignore;
  for (const auto& model : study.models)
    run.models.push_back({model.name, model.model.name, false, model.model.options});
  for (const auto& one : study.predictions) run.predictions.push_back({one.name, one.path, one.sha256});
  for (const auto& corpus : corpora) {
    run.corpora.push_back({corpus.name, corpus.sha256, corpus.documents, corpus.authors, corpus.topics});
    run.corpora.back().sides = corpus.sides;
    run.corpora.back().odd_values = corpus.odd_values;
    run.corpora.back().unspaced = corpus.unspaced;
  }
  for (const auto& condition : study.conditions)
    for (const auto& side : sides_of(corpora, condition.shortcut.has_value()))
      run.conditions.push_back(info_of(condition, study, side));
  return run;
}

Status add_records(const CellFile& cell, const std::string& folder, const std::string& place,
                   RunRecords& run) {
  const auto corpus = std::find_if(run.corpora.begin(), run.corpora.end(),
                                   [&](const auto& known) { return known.name == cell.corpus; });
  const auto knows = [](const auto& list, const std::string& name) {
    return std::any_of(list.begin(), list.end(), [&](const auto& known) { return known.name == name; });
  };
  if (corpus == run.corpora.end() || !knows(run.conditions, cell.condition) || !knows(run.models, cell.model))
    return data_error(fmt::format("{}: {} / {} / {} is not in the study of provenance.json", place,
                                  cell.corpus, cell.condition, cell.model));
  if (cell.ok) SF_TRY(results_of(run.the_task()).take_classes(place, cell.classes, *corpus));
  const auto condition = std::find_if(run.conditions.begin(), run.conditions.end(),
                                      [&](const auto& known) { return known.name == cell.condition; });
  for (auto& record : records_of(cell, folder, *corpus, condition->shortcut.has_value())) {
    if (!knows(run.conditions, record.condition))
      return data_error(fmt::format("{}: side {} is not in provenance.json", place, record.side));
    // Another fit on the same fold is no further evidence. It is kept apart from the cells that intervals are
    // made from.
    // Nor are nested cells, which only intervals read.
    (record.left_out ? run.nested : record.fit > 0 ? run.refits : run.cells).push_back(std::move(record));
  }
  return {};
}

void add_rationales(const CellFile& cell, const std::string& folder, RationaleRecord record,
                    RunRecords& run) {
  if (cell.fit > 0 || cell.left_out) return;
  record.score_key() = cell;
  record.folder = folder;
  const auto corpus = std::ranges::find(run.corpora, cell.corpus, &CorpusInfo::name);
  const auto places = places_of_classes(record.class_names, *corpus);
  record.class_names.clear();
  auto& numbers = run.explained[cell.corpus];
  for (auto& side : record.sides) {
    for (size_t i = 0; i < side.rationales.size(); ++i) {
      auto& one = side.rationales[i];
      one.truth = places[one.truth];
      one.document =
          numbers.try_emplace(std::move(side.ids[i]), static_cast<uint32_t>(numbers.size())).first->second;
    }
    side.ids.clear();
  }
  run.rationales.push_back(std::move(record));
}

void add_missing(const Unit& cell, RunRecords& run) {
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const ConditionInfo& condition = run.conditions[c];
    if (condition.drawn() != cell.condition) continue;
    for (size_t i = 0; i < run.corpora.size(); ++i)
      if (run.corpora[i].name == cell.corpus && run.asks(i, c)) {
        run.missing.push_back({cell, cell.label(), condition.side});
        run.missing.back().condition = condition.name;
      }
  }
}

void sort_cells(RunRecords& run) {
  const Places corpora(run.corpora), conditions(run.conditions), models(run.models);
  for (auto* cells : {&run.cells, &run.nested})
    std::sort(cells->begin(), cells->end(), [&](const CellRecord& a, const CellRecord& b) {
      const auto rank = [&](const CellRecord& c) {
        return std::make_tuple(corpora.of(c.corpus), conditions.of(c.condition), models.of(c.model), c.seed,
                               c.fold, c.left_out);
      };
      const auto left = rank(a), right = rank(b);
      return left != right ? left < right : a.folder < b.folder;
    });
}

}  // namespace standfast::result
