#include "standfast/report/add_predictions.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

#include "standfast/metric/answers.h"
#include "standfast/metric/profile.h"

namespace standfast::report {
namespace {

namespace fs = std::filesystem;

std::string split_name(const CellRecord& cell) {
  return fmt::format("{}--{}--seed{}", cell.corpus, cell.condition, cell.seed);
}

// The answers to one fold, or "".
std::string answers_file(const std::string& folder, const CellRecord& cell) {
  for (const char* side : {"/test", ""})
    for (const char* ending : {"", ".gz", ".zst"}) {
      const std::string path =
          fmt::format("{}/{}/fold-{}{}/answers.jsonl{}", folder, split_name(cell), cell.fold, side, ending);
      if (fs::exists(path)) return path;
    }
  return "";
}

}  // namespace

Status add_predictions(const std::string& run_folder, const std::string& name, const std::string& folder,
                       bool ignore_extra, Sink& sink, RunRecords& run) {
  if (name.empty()) return usage_error("--predictions needs NAME=FOLDER");
  for (const auto& model : run.models)
    if (model.name == name)
      return usage_error(fmt::format(
          "--predictions {}: {}; take another", name,
          model.model == "predictions" ? "this name is given twice" : "the run has a model of this name"));
  if (!fs::is_directory(folder)) return data_error(folder + ": no such folder of predictions");
  SF_ASSIGN(const MetricProfile* profile, find_profile(run.profile));
  const auto names = metric_names(*profile);

  // One finished cell of every fold says which pairs it has.
  std::vector<const CellRecord*> folds;
  const auto key = [](const CellRecord& c) { return std::tie(c.corpus, c.condition, c.seed, c.fold); };
  for (const auto& cell : run.cells)
    if (cell.ok && std::none_of(folds.begin(), folds.end(),
                                [&](const CellRecord* other) { return key(*other) == key(cell); }))
      folds.push_back(&cell);
  if (folds.empty())
    return data_error(run_folder + ": no cell of this run has finished, so its pairs are unknown");

  std::vector<CellRecord> added;
  std::vector<MissingCell> without;
  uint64_t unanswered = 0, pairs = 0, extra = 0, repeated = 0;
  for (const CellRecord* fold : folds) {
    const std::string path = answers_file(folder, *fold);
    if (path.empty()) {
      without.push_back({fmt::format("{} / {} / {} / seed {} / fold {}", fold->corpus, fold->condition, name,
                                     fold->seed, fold->fold),
                         fold->corpus, fold->condition, name, fold->seed, fold->fold});
      continue;
    }
    // The run's own predictions have the ids and the truth, in the order of the fold.
    SF_ASSIGN(const Truth truth, read_truth(run_folder + "/cells/" + fold->folder + "/predictions.jsonl.gz"));
    SF_ASSIGN(const Answers answers, read_answers(path, profile->clips));
    JoinedAnswers joined = join(truth, answers.predictions);
    repeated += answers.duplicates;
    if (joined.extra > 0 && !ignore_extra)
      return data_error(
          fmt::format("{}: {} answer{} to pairs that this fold does not have (first: {}); are they of "
                      "another run? --extra "
                      "ignore leaves them out",
                      path, joined.extra, joined.extra == 1 ? "" : "s", joined.first_extra));
    if (joined.missing == truth.ids.size())
      return data_error(
          fmt::format("{}: no answer to any pair of this fold (first: {}); are they of another run?", path,
                      joined.first_missing));
    extra += joined.extra;
    unanswered += joined.missing;
    pairs += truth.ids.size();
    CellRecord cell = *fold;
    cell.folder.clear();
    cell.model = name;
    cell.p1.reset();
    cell.p2.reset();
    cell.facts.clear();
    cell.predictions.value = std::move(joined.scores);
    const auto scores = evaluate(*profile, cell.predictions.value, cell.predictions.same);
    cell.scores.clear();
    for (size_t m = 0; m < names.size(); ++m)
      cell.scores.push_back({names[m], scores.values[m], scores.values[m] ? scores.n : 0, scores.n});
    added.push_back(std::move(cell));
  }
  if (added.empty())
    return data_error(
        fmt::format("{}: no answers to any fold; looked for {}/fold-{}/test/answers.jsonl and the like",
                    folder, split_name(*folds.front()), folds.front()->fold));
  if (!without.empty())
    sink.warn(fmt::format("{}: {} of {} folds have no answers.jsonl (first: {}); they are left out", folder,
                          without.size(), folds.size(), without.front().label));
  if (unanswered > 0)
    sink.warn(fmt::format("{}: {} of {} pairs have no answer, taken as 0.5, a non-answer", folder, unanswered,
                          pairs));
  if (repeated > 0)
    sink.warn(fmt::format("{}: {} answers repeat an id; the last one of each counts", folder, repeated));
  if (extra > 0) sink.warn(fmt::format("{}: left out {} answers to other pairs", folder, extra));
  run.models.push_back({name, "predictions"});
  run.missing.insert(run.missing.end(), without.begin(), without.end());
  run.cells.insert(run.cells.end(), std::make_move_iterator(added.begin()),
                   std::make_move_iterator(added.end()));
  return {};
}

}  // namespace standfast::report
