#include "standfast/result/run/add_predictions.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "standfast/base/paths.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/fold_answers.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/spec/spec.h"

namespace standfast::result {
namespace {

namespace fs = std::filesystem;

// Checks that the name of an added model is new.
Status check_name(const std::string& name, const RunRecords& run) {
  if (name.empty()) return usage_error("--predictions needs NAME=FOLDER");
  for (const auto& model : run.models)
    if (model.name == name)
      return usage_error(
          fmt::format("--predictions {}: {}; take another", name,
                      model.foreign ? "this name is given twice" : "the run has a model of this name"));
  return {};
}

MissingCell missing_cell(const CellRecord& fold, const std::string& model) {
  MissingCell missing{fold, {}, fold.side};
  missing.model = model;
  missing.label = fmt::format("{} / {} / {} / seed {} / fold {}", fold.corpus, fold.condition, model,
                              fold.seed, fold.fold);
  return missing;
}

// Warns of files with answers to folds or sides that the run does not have, such as files of a condition that
// was renamed, and of files whose names are not read.
Status warn_of_strays(const std::string& folder, const RunRecords& run, Sink& sink) {
  std::set<fs::path> places_of_answers;  // folders that are planned, whether or not their cells have finished
  const auto add = [&](const auto& cell) {
    const fs::path draw = split_name(cell), fold = draw / fmt::format("fold-{}", cell.fold);
    places_of_answers.insert({fold, fold / kTestSide, fold / cell.side});
    if (!run.the_task().traits().draws_pairs) places_of_answers.insert(draw);  // one file for all its folds
  };
  for (const auto& cell : run.cells) add(cell);
  for (const auto& cell : run.missing) add(cell);
  SF_ASSIGN(const auto places, answer_places(folder));
  const std::string first = run.the_task().answers_name();
  const std::vector<std::string> names = answer_file_names(first);
  std::vector<std::string> strays, unread;
  for (const auto& place : places) {
    const fs::path path = place;
    if (!places_of_answers.contains(path.parent_path()))
      strays.push_back(place);
    else if (std::ranges::find(names, path.filename().string()) == names.end())
      unread.push_back(place);
  }
  if (!strays.empty())
    sink.warn(fmt::format(
        "{}: {} of {} files of answers belong to no fold or side of this run (first: {}); they are left out",
        folder, strays.size(), places.size(), strays.front()));
  if (!unread.empty())
    sink.warn(fmt::format(
        "{}: {} of {} files are not read, because of their names (first: {}); {}.jsonl, .csv and .tsv "
        "are read, also with .gz or .zst",
        folder, unread.size(), places.size(), unread.front(), first));
  return {};
}

// Returns one name for all sides of a fold.
std::string fold_name(const MissingCell& cell) {
  return fmt::format("{}/fold-{}", split_name(cell), cell.fold);
}

}  // namespace

Status add_unanswered(const std::string& name, RunRecords& run) {
  SF_TRY(check_name(name, run));
  for (const CellRecord* fold : one_cell_a_fold(run)) run.missing.push_back(missing_cell(*fold, name));
  run.models.push_back({name, "predictions", true});
  return {};
}

Status add_predictions(const std::string& run_folder, const std::string& name, const std::string& folder,
                       bool ignore_extra, Sink& sink, RunRecords& run) {
  SF_TRY(check_name(name, run));
  SF_ASSIGN(const PathKind kind, path_kind(folder));
  if (kind != PathKind::folder) return data_error(folder + ": no such folder of predictions");
  // Finished cells of the run itself come first. Cells of an earlier NAME have no folder to read ids from,
  // but they come later.
  const auto folds = one_cell_a_fold(run);
  if (folds.empty())
    return data_error(run_folder + ": no cell of this run has finished, so what it asked is unknown");
  SF_ASSIGN(const auto answers,
            results_of(run.the_task()).answers_for(run, run_folder, folder, ignore_extra));

  std::vector<CellRecord> added;
  std::vector<MissingCell> without;
  for (const CellRecord* fold : folds) {
    CellRecord cell = *fold;
    take_back(cell);
    SF_ASSIGN(const bool answered, answers->answer(cell));
    if (!answered) {
      without.push_back(missing_cell(*fold, name));
      continue;
    }
    cell.folder.clear();
    cell.model = name;
    if (run.store) SF_TRY(run.store->put_aside(cell));
    added.push_back(std::move(cell));
  }
  if (added.empty()) {
    SF_TRY(warn_of_strays(folder, run, sink));  // they may be why
    return data_error(fmt::format("{}: no answers to any fold; looked for {}/{} and the like", folder,
                                  split_name(*folds.front()), answers->looked_for()));
  }
  if (!without.empty()) {
    const auto number_of = [](const auto& sides) {  // folds: their sides have cells of their own
      std::set<std::string> names;
      for (const auto& side : sides) names.insert(fold_name(side));
      return names.size();
    };
    std::vector<MissingCell> asked;
    for (const CellRecord* fold : folds) asked.push_back(missing_cell(*fold, name));
    sink.warn(fmt::format("{}: {} of {} folds have no {} (first: {}); they are left out", folder,
                          number_of(without), number_of(asked),
                          fs::path(answers->looked_for()).filename().string(), without.front().label));
  }
  answers->warn(sink);
  SF_TRY(warn_of_strays(folder, run, sink));
  run.models.push_back({name, "predictions", true});
  run.missing.insert(run.missing.end(), without.begin(), without.end());
  run.cells.insert(run.cells.end(), std::make_move_iterator(added.begin()),
                   std::make_move_iterator(added.end()));
  return {};
}

Status add_predictions(const std::string& run_folder, const std::string& name_and_folder, bool ignore_extra,
                       Sink& sink, RunRecords& run) {
  const size_t equals = name_and_folder.find('=');
  if (equals == std::string::npos)
    return usage_error(fmt::format("--predictions {} is not NAME=FOLDER", name_and_folder));
  return add_predictions(run_folder, name_and_folder.substr(0, equals), name_and_folder.substr(equals + 1),
                         ignore_extra, sink, run);
}

namespace {

Status add_of_study(const std::string& run_folder, const PredictionsInfo& predictions, bool ignore_extra,
                    Sink& sink, RunRecords& run) {
  SF_ASSIGN(const std::string study_folder, read_study_folder(RunFolder(run_folder)));
  SF_ASSIGN(const std::string folder,
            predictions_path({predictions.name, predictions.path, ""}, study_folder));
  const std::string owner = "predictions " + predictions.name;  // the same words as in predictions_path
  const auto found = answer_files(folder);
  if (!found) return with_context(owner, found.error());
  if (found->places.empty()) {
    sink.warn(
        fmt::format("{}: no answers in {} yet; answer what the run asks (docs/bring-your-own.md) "
                    "and run again",
                    owner, folder));
    return add_unanswered(predictions.name, run);
  }
  if (found->sha256 != predictions.sha256)
    sink.warn(
        fmt::format("{}: the answers in {} differ from the ones that standfast run last saw; run it again "
                    "to record them",
                    owner, folder));
  // Without a finished cell it is unknown what was asked.
  if (one_cell_a_fold(run).empty()) return add_unanswered(predictions.name, run);
  const Status added = add_predictions(run_folder, predictions.name, folder, ignore_extra, sink, run);
  if (!added) return with_context(owner, added.error());
  return {};
}

}  // namespace

Status add_all_predictions(const std::string& run_folder, const std::vector<std::string>& given,
                           bool ignore_extra, Sink& sink, RunRecords& run) {
  for (const auto& predictions : std::vector(run.predictions))
    SF_TRY(add_of_study(run_folder, predictions, ignore_extra, sink, run));
  for (const auto& item : given) SF_TRY(add_predictions(run_folder, item, ignore_extra, sink, run));
  return {};
}

}  // namespace standfast::result
