// What a finished splits unit tells the plan.
#pragma once

#include "standfast/study/plan/plan.h"
#include "standfast/study/record/run_folder.h"

namespace standfast {

// How many folds it has drawn; 0 if it failed. A data error if its marker reports success but no folds.
Result<SplitFacts> facts_of_split(const RunFolder& folder, const Unit& splits);

}  // namespace standfast
