// Facts of a finished splits unit for the plan.
#pragma once

#include "standfast/study/plan/plan.h"
#include "standfast/study/record/run_folder.h"

namespace standfast {

// Returns the number of folds that the unit has drawn; 0 if it failed. A data error if its marker reports
// success but no folds.
Result<SplitFacts> facts_of_split(const RunFolder& folder, const Unit& splits);

}  // namespace standfast
