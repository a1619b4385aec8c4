#include "standfast/result/task/pair_results.h"

#include "standfast/result/findings/scored_items.h"
#include "standfast/result/run/add_pair_predictions.h"
#include "standfast/result/run/pair_predictions.h"
#include "standfast/study/task/verification.h"

namespace standfast::result {
namespace {

class PairResults final : public TaskResults {
 public:
  const Task& task() const override { return verification_task(); }
  const char* of_folds() const override { return "mean over folds"; }
  const char* guessing() const override { return "0.5"; }
  Status take_classes(const std::string&, std::vector<std::string>, CorpusInfo&) const override { return {}; }
  Status read_answers(const std::string& path, const CorpusInfo&, AnswerNames& names,
                      CellRecord& cell) const override {
    return read_pair_predictions(path, names.authors, names.topics, cell.predictions);
  }
  Result<std::unique_ptr<FoldAnswers>> answers_for(const RunRecords& run, const std::string& run_folder,
                                                   const std::string& folder,
                                                   bool ignore_extra) const override {
    return pair_answers_for(run, run_folder, folder, ignore_extra);
  }
  Result<ScoredCell> scored(const RunRecords& run, size_t, size_t, size_t,
                            const std::vector<const CellRecord*>& folds) const override {
    return scored_pairs(run, folds);
  }
};

}  // namespace

const TaskResults& pair_results() {
  static const PairResults results;
  return results;
}

}  // namespace standfast::result
