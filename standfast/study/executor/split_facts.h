// What a splits unit that has ended tells the plan.
#pragma once

#include "standfast/study/plan/plan.h"
#include "standfast/study/record/run_folder.h"

namespace standfast {

// How many folds it has drawn; 0 where it failed. A data error where its marker says none and yet success.
Result<SplitFacts> facts_of_split(const RunFolder& folder, const Unit& splits);

}  // namespace standfast
