// Answers of somebody else to the folds of a run, whatever its task.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// The answers to a run's folds, whatever its task.
class FoldAnswers {
 public:
  virtual ~FoldAnswers() = default;
  // cell: a finished one of the fold, with its folder in the run. Puts the answers and their scores in place
  // of its own; false where there are none to this fold.
  virtual Result<bool> answer(CellRecord& cell) = 0;
  // Below <corpus>--<condition>--seed<seed>/, of a first fold.
  virtual const char* looked_for() const = 0;
  virtual void warn(Sink& sink) const = 0;  // of what was counted
};

// The file of the run that holds the answers of a finished cell.
std::string answers_of(const std::string& run_folder, const CellRecord& cell);
// "<corpus>--<condition>--seed<seed>".
std::string split_name(const CellRecord& cell);
// One finished cell of every fold says what it asks.
std::vector<const CellRecord*> one_cell_a_fold(const RunRecords& run);

}  // namespace standfast::result
