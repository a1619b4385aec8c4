// Answers of somebody else to the folds of a run, for any task.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// The answers to a run's folds, for any task.
class FoldAnswers {
 public:
  virtual ~FoldAnswers() = default;
  // cell: a finished cell of the fold, with its folder in the run. Replaces its answers and scores with
  // these. False if there are no answers to this fold.
  virtual Result<bool> answer(CellRecord& cell) = 0;
  // The path of a first fold's file, below <corpus>--<condition>--seed<seed>/.
  virtual const char* looked_for() const = 0;
  virtual void warn(Sink& sink) const = 0;  // about what was counted
};

// The file of the run that holds the answers of a finished cell.
std::string answers_of(const std::string& run_folder, const CellRecord& cell);
// "<corpus>--<condition>--seed<seed>".
std::string split_name(const CellRecord& cell);
std::string split_name(const MissingCell& cell);
// Of the files that answer the fold of a cell, the one; "" for none. A data error names two: nobody can know which counts.
Result<std::string> the_only(const std::vector<std::string>& files, const CellRecord& cell);
// One finished cell for each fold; it says what the fold asks.
std::vector<const CellRecord*> one_cell_a_fold(const RunRecords& run);

// Answers in the format of PAN for the test pairs of a run of verification, to be added to its records
// (add_predictions.h).

// A data error if this version does not know the profile of the run.
Result<std::unique_ptr<FoldAnswers>> pair_answers_for(const RunRecords& run, const std::string& run_folder,
                                                      const std::string& folder, bool ignore_extra);

// Predictions of classes (answers/class_predictions.h) for the test documents of a run of classification, to
// be added to its records (add_predictions.h).
//
// In folder/<corpus>--<condition>--seed<seed>/ there is either one file for each fold,
// fold-<fold>/predictions.jsonl (it may also lie in test/ below), or one file for all folds,
// predictions.jsonl, where no document is tested twice. Each file may also be .csv or .tsv, .gz or .zst.

// Data errors of the result name the file and the id: a document of the fold without prediction, a document
// that is not asked (unless ignore_extra), or a class outside the label set of the run.
Result<std::unique_ptr<FoldAnswers>> class_answers_for(const RunRecords& run, const std::string& run_folder,
                                                       const std::string& folder, bool ignore_extra);

}  // namespace standfast::result
