// External answers to the folds of a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// Source of external answers to a run's folds, independent of the task.
class FoldAnswers {
 public:
  virtual ~FoldAnswers() = default;
  // cell: a finished cell of the fold, with its folder in the run. Replaces its answers and scores. Returns
  // false if there are no answers to this fold.
  virtual Result<bool> answer(CellRecord& cell) = 0;
  // Returns the path of the first fold's file, below <corpus>--<condition>--seed<seed>/.
  virtual const char* looked_for() const = 0;
  virtual void warn(Sink& sink) const = 0;  // about what was counted
};

// Returns the path of the run's file that holds the answers of a finished cell.
std::string answers_of(const std::string& run_folder, const CellRecord& cell);
// Returns "<corpus>--<condition>--seed<seed>".
std::string split_name(const CellRecord& cell);
std::string split_name(const MissingCell& cell);
// Returns the only file that answers the fold of a cell, or "" if there is none. Fails with a data error that
// names two files if there are several, because it is not known which one counts.
Result<std::string> the_only(const std::vector<std::string>& files, const CellRecord& cell);
// Returns one finished cell for each fold; it says what the fold asks.
std::vector<const CellRecord*> one_cell_a_fold(const RunRecords& run);

// Opens answers in the format of PAN to the test pairs of a run of verification, to be added to its records
// (add_predictions.h). Fails with a data error if this version does not know the profile of the run.
Result<std::unique_ptr<FoldAnswers>> pair_answers_for(const RunRecords& run, const std::string& run_folder,
                                                      const std::string& folder, bool ignore_extra);

// Opens predictions of classes (answers/class_predictions.h) for the test documents of a run of
// classification, to be added to its records (add_predictions.h).
//
// In folder/<corpus>--<condition>--seed<seed>/ there is either one file for each fold,
// fold-<fold>/predictions.jsonl (it may also lie in test/ below), or one file for all folds,
// predictions.jsonl, where no document is tested twice. Each file may also be .csv or .tsv, .gz or .zst.
//
// Data errors of the result name the file and the id: a document of the fold without prediction, a document
// that is not asked (unless ignore_extra), or a class outside the label set of the run.
Result<std::unique_ptr<FoldAnswers>> class_answers_for(const RunRecords& run, const std::string& run_folder,
                                                       const std::string& folder, bool ignore_extra);

}  // namespace standfast::result
