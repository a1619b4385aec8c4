#include "standfast/result/run/fold_answers.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/answers/answers.h"
#include "standfast/answers/class_predictions.h"
#include "standfast/base/input_stream.h"
#include "standfast/base/paths.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/result/run/cell_predictions.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/record/marker.h"
#include "standfast/study/record/run_folder.h"

namespace standfast::result {

std::string answers_of(const std::string& run_folder, const CellRecord& cell) {
  return fmt::format("{}/cells/{}/{}", run_folder, cell.folder, cell.answers_file);
}

std::string split_name(const CellRecord& cell) {
  return standfast::split_name(cell.corpus, cell.drawn, cell.seed);
}

std::string split_name(const MissingCell& cell) {
  const std::string drawn = cell.condition.substr(0, cell.condition.find('/'));  // name_of_side
  return standfast::split_name(cell.corpus, drawn, cell.seed);
}

Result<std::string> the_only(const std::vector<std::string>& files, const CellRecord& cell) {
  if (files.size() > 1)
    return data_error(fmt::format("{} and {} both answer fold {} of {}; remove the one that does not count",
                                  files[0], files[1], cell.fold, split_name(cell)));
  return files.empty() ? std::string() : files.front();
}

std::vector<const CellRecord*> one_cell_a_fold(const RunRecords& run) {
  std::vector<const CellRecord*> folds;
  std::set<std::tuple<std::string, std::string, uint64_t, uint32_t>> seen;
  for (const auto& cell : run.cells)
    if (cell.ok && seen.emplace(cell.corpus, cell.condition, cell.seed, cell.fold).second)
      folds.push_back(&cell);
  return folds;
}

namespace {

// Returns the path of the answers to one fold, or "".
Result<std::string> answers_file(const std::string& folder, const std::vector<std::string>& names,
                                 const CellRecord& cell) {
  std::vector<std::string> sides = {"/" + cell.side};
  if (cell.side == kTestSide) sides.emplace_back();
  std::vector<std::string> found;
  for (const auto& side : sides)
    for (const std::string& name : names) {
      std::string path = fmt::format("{}/{}/fold-{}{}/{}", folder, split_name(cell), cell.fold, side, name);
      if (is_there(path)) found.push_back(std::move(path));
    }
  return the_only(found, cell);
}

std::string repeated_lines(uint64_t n) {
  return n > 1 ? fmt::format(" ({} lines of the file repeat a pair)", n) : "";
}

// External answers to the folds of a run of verification.
class PairAnswers final : public FoldAnswers {
 public:
  PairAnswers(const RunRecords& run, std::string run_folder, std::string folder, const MetricProfile& profile,
              bool ignore_extra)
      : file_names_(answer_file_names(run.the_task().answers_name())),
        run_folder_(std::move(run_folder)),
        folder_(std::move(folder)),
        profile_(profile),
        names_(metric_names(profile)),
        ignore_extra_(ignore_extra) {}

  const char* looked_for() const override { return "fold-0/test/answers.jsonl"; }

  Result<bool> answer(CellRecord& cell) override {
    SF_ASSIGN(const std::string path, answers_file(folder_, file_names_, cell));
    if (path.empty()) return false;
    // The run's own predictions have the ids and the truth, in the order of the fold.
    SF_ASSIGN(const Truth truth, read_truth(answers_of(run_folder_, cell)));
    // Figures are drawn over [0, 1], so scores outside that a profile keeps are clipped here.
    const bool refuses = profile_.out_of_range == OutOfRange::refuse;
    SF_ASSIGN(const Answers answers, read_answers(path, refuses ? OutOfRange::refuse : OutOfRange::clip));
    JoinedAnswers joined = join(truth, answers.predictions);
    if (answers.duplicates > 0)
      return data_error(
          fmt::format("{}: the pair {} is answered twice{}; it is not clear which answer counts", path,
                      answers.first_repeated, repeated_lines(answers.duplicates)));
    if (joined.extra > 0 && !ignore_extra_)
      return data_error(
          fmt::format("{}: {} answer{} to pairs that this fold does not have (first: \"{}\"); are they of "
                      "another run? `--extra ignore` of report and compare leaves them out",
                      path, joined.extra, joined.extra == 1 ? "" : "s", joined.first_extra));
    if (joined.missing == truth.ids.size())
      return data_error(
          fmt::format("{}: no answer to any pair of this fold (first: \"{}\"); are they of another run?",
                      path, joined.first_missing));
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
    if (extra_ > 0) sink.warn(fmt::format("{}: left out {} answers to other pairs", folder_, extra_));
  }

 private:
  std::vector<std::string> file_names_;
  std::string run_folder_, folder_;
  const MetricProfile& profile_;
  std::vector<std::string> names_;
  bool ignore_extra_;
  uint64_t unanswered_ = 0, pairs_ = 0, extra_ = 0;
};

}  // namespace

Result<std::unique_ptr<FoldAnswers>> pair_answers_for(const RunRecords& run, const std::string& run_folder,
                                                      const std::string& folder, bool ignore_extra) {
  SF_ASSIGN(const MetricProfile* profile, find_profile(run.profile));
  return std::make_unique<PairAnswers>(run, run_folder, folder, *profile, ignore_extra);
}

namespace {

// Returns the ids of the test documents of a cell, in the order of its records.
Result<std::vector<std::string>> ids_of(const std::string& run_folder, const CellRecord& cell,
                                        const std::vector<std::string>& classes) {
  Interner ids, authors, topics;
  ClassPredictions read;
  const std::string path = answers_of(run_folder, cell);
  SF_ASSIGN(std::string text, read_file(path, kOwnFiles));
  SF_TRY(read_class_predictions(path, std::move(text), cell.side, classes, ids, authors, topics, read));
  std::vector<std::string> names;
  for (const uint32_t code : read.document) names.push_back(ids.names()[code]);
  return names;
}

// A file of predictions and its lines by id.
struct PredictionFile {
  standfast::ClassPredictions read;
  std::unordered_map<std::string_view, uint32_t> line;
};

class ClassAnswers final : public FoldAnswers {
 public:
  ClassAnswers(const RunRecords& run, std::string run_folder, std::string folder,
               const ClassificationProfile& profile, bool ignore_extra)
      : run_(run),
        file_names_(answer_file_names(run.the_task().answers_name())),
        run_folder_(std::move(run_folder)),
        folder_(std::move(folder)),
        profile_(profile),
        ignore_extra_(ignore_extra) {}

  const char* looked_for() const override { return "fold-0/predictions.jsonl"; }

  Result<bool> answer(CellRecord& cell) override {
    const std::string split = folder_ + "/" + split_name(cell),
                      fold = fmt::format("{}/fold-{}", split, cell.fold);
    // A side other than the test documents is asked in every fold, so one file cannot answer for all folds.
    const bool test = cell.side == kTestSide;
    std::vector<std::string> found;
    const auto find_in = [&](const std::string& place) {
      for (const std::string& name : file_names_)
        if (std::string path = place + "/" + name; is_there(path)) found.push_back(std::move(path));
    };
    if (test) find_in(fold);
    find_in(fold + "/" + cell.side);
    const bool of_all_folds = found.empty();
    if (test) find_in(split);
    SF_ASSIGN(const std::string path, the_only(found, cell));
    if (path.empty()) return false;
    SF_ASSIGN(const auto ids, ids_of(run_folder_, cell, classes_of(cell)));
    SF_ASSIGN(const PredictionFile* file, read(path));
    // Refuses answers that were not asked for, by this fold or by any fold of the split.
    if (!of_all_folds)
      SF_TRY(refuse_extra(path, *file, {ids.begin(), ids.end()}, "this fold does not ask"));
    else if (!checked_.contains(path))
      SF_TRY(check_all_folds(path, *file, cell));
    SF_TRY(take(path, *file, ids, cell));
    score(cell);
    return true;
  }

  void warn(Sink& sink) const override {
    if (extra_ > 0)
      sink.warn(fmt::format("{}: left out {} predictions for other documents", folder_, extra_));
  }

 private:
  const std::vector<std::string>& classes_of(const CellRecord& cell) const {
    return std::find_if(run_.corpora.begin(), run_.corpora.end(),
                        [&](const CorpusInfo& corpus) { return corpus.name == cell.corpus; })
        ->classes;
  }

  Result<const PredictionFile*> read(const std::string& path) {
    if (path_ == path) return &file_;
    path_.clear();
    file_.line.clear();
    SF_ASSIGN(file_.read, standfast::read_class_predictions(path));
    for (uint32_t i = 0; i < file_.read.ids.size(); ++i) file_.line.emplace(file_.read.ids[i], i);
    path_ = path;
    return &file_;
  }

  Status refuse_extra(const std::string& path, const PredictionFile& file,
                      const std::set<std::string_view>& asked, const char* what) {
    uint64_t extra = 0;
    const std::string* first = nullptr;
    for (const auto& id : file.read.ids)
      if (!asked.contains(id) && extra++ == 0) first = &id;
    if (extra > 0 && !ignore_extra_)
      return data_error(
          fmt::format("{}: {} prediction{} for documents that {} (first: \"{}\"); are they of another "
                      "run? `--extra ignore` of report and compare leaves them out",
                      path, extra, extra == 1 ? "" : "s", what, *first));
    extra_ += extra;
    return {};
  }

  // Checks that each document is tested once, without which one file for all folds of a split is not
  // possible.
  Status check_all_folds(const std::string& path, const PredictionFile& file, const CellRecord& cell) {
    std::vector<std::string> all;
    for (const CellRecord* fold : one_cell_a_fold(run_)) {
      if (fold->condition != cell.condition || fold->corpus != cell.corpus || fold->seed != cell.seed)
        continue;
      SF_ASSIGN(const auto ids, ids_of(run_folder_, *fold, classes_of(cell)));
      all.insert(all.end(), ids.begin(), ids.end());
    }
    std::sort(all.begin(), all.end());
    if (const auto twice = std::adjacent_find(all.begin(), all.end()); twice != all.end())
      return data_error(
          fmt::format("{}: {} is tested in several folds of this split; write a file for each fold, "
                      "fold-<i>/predictions.jsonl",
                      path, *twice));
    SF_TRY(refuse_extra(path, file, {all.begin(), all.end()}, "no fold of this split tests"));
    checked_.insert(path);
    return {};
  }

  // Replaces the predictions of the cell with the predictions in the file.
  Status take(const std::string& path, const PredictionFile& file, const std::vector<std::string>& ids,
              CellRecord& cell) const {
    const auto& classes = classes_of(cell);
    std::vector<uint32_t> place;  // of the file's classes in the cell's label set; classes.size(): not in it
    for (const auto& name : file.read.classes)
      place.push_back(
          static_cast<uint32_t>(std::find(classes.begin(), classes.end(), name) - classes.begin()));
    auto& probabilities = cell.classified.probabilities;
    probabilities.assign(ids.size() * classes.size(), 0);
    uint64_t missing = 0;
    std::string first_missing;
    for (size_t i = 0; i < ids.size(); ++i) {
      const auto found = file.line.find(ids[i]);
      if (found == file.line.end()) {
        if (missing++ == 0) first_missing = ids[i];
        continue;
      }
      const auto put = [&](uint32_t column, double p) -> Status {
        if (p == 0) return {};
        if (place[column] == classes.size())
          return data_error(
              fmt::format("{}: {} is predicted as \"{}\", which is none of the {} classes of the run", path,
                          ids[i], file.read.classes[column], classes.size()));
        probabilities[i * classes.size() + place[column]] = p;
        return {};
      };
      if (file.read.predicted[found->second] == kNoAnswer) continue;
      if (!file.read.has_probabilities) {
        SF_TRY(put(file.read.predicted[found->second], 1));
        continue;
      }
      const auto columns = file.read.probabilities.row_columns(found->second);
      for (size_t k = 0; k < columns.size(); ++k)
        SF_TRY(put(columns[k], file.read.probabilities.row_values(found->second)[k]));
    }
    if (missing > 0)
      return data_error(fmt::format(
          "{}: {} of the {} {} documents of fold {} have no prediction (first: \"{}\"); where the model gave "
          "no answer, say so: \"predicted\": null (it counts as an error)",
          path, missing, ids.size(), cell.side, cell.fold, first_missing));
    cell.probabilistic = file.read.estimates();
    cell.classified.cross_half.clear();  // it belongs to the run's own answers
    return {};
  }

  void score(CellRecord& cell) const {
    const auto& own = cell.classified;
    const auto scores = evaluate(
        profile_, ClassItems{classes_of(cell).size(), own.truth, own.probabilities, cell.probabilistic});
    cell.scores.clear();
    for (size_t m = 0; m < profile_.metrics.size(); ++m)
      cell.scores.push_back(
          {profile_.metrics[m], scores.values[m], scores.values[m] ? scores.n : 0, scores.n});
  }

  const RunRecords& run_;
  std::vector<std::string> file_names_;
  std::string run_folder_, folder_;
  const ClassificationProfile& profile_;
  bool ignore_extra_;
  std::string path_;  // of the last file read
  PredictionFile file_;
  std::set<std::string> checked_;
  uint64_t extra_ = 0;
};

}  // namespace

Result<std::unique_ptr<FoldAnswers>> class_answers_for(const RunRecords& run, const std::string& run_folder,
                                                       const std::string& folder, bool ignore_extra) {
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(run.profile));
  return std::make_unique<ClassAnswers>(run, run_folder, folder, *profile, ignore_extra);
}

}  // namespace standfast::result
