// What a run records of a split: its folds, the topics of its sides, its clusters, and how it is drawn.
#pragma once

#include "standfast/base/result.h"
#include "standfast/result/run/records.h"
#include "standfast/study/record/run_folder.h"

namespace standfast::result {

// unit: a split that is done. Adds to run.splits and run.designs.
Status read_split(const RunFolder& folder, const Unit& unit, RunRecords& run);

}  // namespace standfast::result
