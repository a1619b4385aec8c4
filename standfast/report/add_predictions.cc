#include "standfast/report/add_predictions.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <fmt/format.h>

#include "standfast/base/paths.h"
#include "standfast/metric/answers.h"
#include "standfast/metric/profile.h"
#include "standfast/report/add_class_predictions.h"

namespace standfast::report {
namespace {

namespace fs = std::filesystem;

// The answers to one fold, or "".
std::string answers_file(const std::string& folder, const CellRecord& cell) {
  for (const char* side : {"/test", ""})
    for (const char* ending : {"", ".gz", ".zst"}) {
      const std::string path =
          fmt::format("{}/{}/fold-{}{}/answers.jsonl{}", folder, split_name(cell), cell.fold, side, ending);
      if (is_there(path)) return path;
    }
  return "";
}

// Of verification.
class PairAnswers final : public FoldAnswers {
 public:
  PairAnswers(std::string run_folder, std::string folder, const MetricProfile& profile, bool ignore_extra)
      : run_folder_(std::move(run_folder)),
        folder_(std::move(folder)),
        profile_(profile),
        names_(metric_names(profile)),
        ignore_extra_(ignore_extra) {}

  const char* looked_for() const override { return "fold-0/test/answers.jsonl"; }

  Result<bool> answer(CellRecord& cell) override {
    const std::string path = answers_file(folder_, cell);
    if (path.empty()) return false;
    // The run's own predictions have the ids and the truth, in the order of the fold.
    SF_ASSIGN(const Truth truth, read_truth(run_folder_ + "/cells/" + cell.folder + "/predictions.jsonl.gz"));
    // Figures are drawn over [0, 1], so what a profile keeps is clipped here.
    const bool refuses = profile_.out_of_range == OutOfRange::refuse;
    SF_ASSIGN(const Answers answers, read_answers(path, refuses ? OutOfRange::refuse : OutOfRange::clip));
    JoinedAnswers joined = join(truth, answers.predictions);
    repeated_ += answers.duplicates;
    if (joined.extra > 0 && !ignore_extra_)
      return data_error(
          fmt::format("{}: {} answer{} to pairs that this fold does not have (first: {}); are they of "
                      "another run? --extra "
                      "ignore leaves them out",
                      path, joined.extra, joined.extra == 1 ? "" : "s", joined.first_extra));
    if (joined.missing == truth.ids.size())
      return data_error(
          fmt::format("{}: no answer to any pair of this fold (first: {}); are they of another run?", path,
                      joined.first_missing));
    extra_ += joined.extra;
    unanswered_ += joined.missing;
    pairs_ += truth.ids.size();
    cell.p1.reset();
    cell.p2.reset();
    cell.predictions.value = std::move(joined.scores);
    const auto scores = evaluate(profile_, cell.predictions.value, cell.predictions.same);
    cell.scores.clear();
    for (size_t m = 0; m < names_.size(); ++m)
      cell.scores.push_back({names_[m], scores.values[m], scores.values[m] ? scores.n : 0, scores.n});
    return true;
  }

  void warn(Sink& sink) const override {
    if (unanswered_ > 0)
      sink.warn(fmt::format("{}: {} of {} pairs have no answer, taken as 0.5, a non-answer", folder_,
                            unanswered_, pairs_));
    if (repeated_ > 0)
      sink.warn(fmt::format("{}: {} answers repeat an id; the last one of each counts", folder_, repeated_));
    if (extra_ > 0) sink.warn(fmt::format("{}: left out {} answers to other pairs", folder_, extra_));
  }

 private:
  std::string run_folder_, folder_;
  const MetricProfile& profile_;
  std::vector<std::string> names_;
  bool ignore_extra_;
  uint64_t unanswered_ = 0, pairs_ = 0, extra_ = 0, repeated_ = 0;
};

Result<std::unique_ptr<FoldAnswers>> answers_for(const RunRecords& run, const std::string& run_folder,
                                                 const std::string& folder, bool ignore_extra) {
  if (run.classifies()) return class_answers_for(run, run_folder, folder, ignore_extra);
  SF_ASSIGN(const MetricProfile* profile, find_profile(run.profile));
  return std::make_unique<PairAnswers>(run_folder, folder, *profile, ignore_extra);
}

}  // namespace

std::string split_name(const CellRecord& cell) {
  return fmt::format("{}--{}--seed{}", cell.corpus, cell.condition, cell.seed);
}

std::vector<const CellRecord*> one_cell_a_fold(const RunRecords& run) {
  std::vector<const CellRecord*> folds;
  const auto key = [](const CellRecord& c) { return std::tie(c.corpus, c.condition, c.seed, c.fold); };
  for (const auto& cell : run.cells)
    if (cell.ok && std::none_of(folds.begin(), folds.end(),
                                [&](const CellRecord* other) { return key(*other) == key(cell); }))
      folds.push_back(&cell);
  return folds;
}

namespace {

// Names of models are their own.
Status check_name(const std::string& name, const RunRecords& run) {
  if (name.empty()) return usage_error("--predictions needs NAME=FOLDER");
  for (const auto& model : run.models)
    if (model.name == name)
      return usage_error(fmt::format(
          "--predictions {}: {}; take another", name,
          model.model == "predictions" ? "this name is given twice" : "the run has a model of this name"));
  return {};
}

MissingCell missing_cell(const CellRecord& fold, const std::string& model) {
  return {fmt::format("{} / {} / {} / seed {} / fold {}", fold.corpus, fold.condition, model, fold.seed,
                      fold.fold),
          fold.corpus,
          fold.condition,
          model,
          fold.seed,
          fold.fold};
}

}  // namespace

Status add_unanswered(const std::string& name, RunRecords& run) {
  SF_TRY(check_name(name, run));
  for (const CellRecord* fold : one_cell_a_fold(run)) run.missing.push_back(missing_cell(*fold, name));
  run.models.push_back({name, "predictions"});
  return {};
}

Status add_predictions(const std::string& run_folder, const std::string& name, const std::string& folder,
                       bool ignore_extra, Sink& sink, RunRecords& run) {
  SF_TRY(check_name(name, run));
  SF_ASSIGN(const PathKind kind, path_kind(folder));
  if (kind != PathKind::folder) return data_error(folder + ": no such folder of predictions");
  // Finished cells of the run itself: those of an earlier NAME have no folder to read ids from, but come
  // later.
  const auto folds = one_cell_a_fold(run);
  if (folds.empty())
    return data_error(run_folder + ": no cell of this run has finished, so what it asked is unknown");
  SF_ASSIGN(const auto answers, answers_for(run, run_folder, folder, ignore_extra));

  std::vector<CellRecord> added;
  std::vector<MissingCell> without;
  for (const CellRecord* fold : folds) {
    CellRecord cell = *fold;
    SF_ASSIGN(const bool answered, answers->answer(cell));
    if (!answered) {
      without.push_back(missing_cell(*fold, name));
      continue;
    }
    cell.folder.clear();
    cell.model = name;
    added.push_back(std::move(cell));
  }
  if (added.empty())
    return data_error(fmt::format("{}: no answers to any fold; looked for {}/{} and the like", folder,
                                  split_name(*folds.front()), answers->looked_for()));
  if (!without.empty())
    sink.warn(fmt::format("{}: {} of {} folds have no {} (first: {}); they are left out", folder,
                          without.size(), folds.size(), fs::path(answers->looked_for()).filename().string(),
                          without.front().label));
  answers->warn(sink);
  run.models.push_back({name, "predictions"});
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

}  // namespace standfast::report
