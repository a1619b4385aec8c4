#include "standfast/result/run/add_pair_predictions.h"

#include <fmt/format.h>

#include "standfast/answers/answers.h"
#include "standfast/base/paths.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/study/record/answer_files.h"

namespace standfast::result {
namespace {

// The answers to one fold, or "".
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

// Of verification.
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
          fmt::format("{}: the pair {} is answered twice{}; nobody can know which answer counts", path,
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

}  // namespace standfast::result
