// The check that a control keeps the counts of its strata, relative to the split it was made from
// (matched_control.h).
#pragma once

#include "standfast/corpus/corpus.h"
#include "standfast/split/file/check.h"

namespace standfast {

// Returns the finding "strata". In each trade, each side of each fold must have as many documents of every
// stratum (one class and the values of `match`) as the same side of the split. Whole blocks may only
// approximate these counts; the finding then reports the deviation and is no failure. original: if null, the
// finding only reports what there is to count. control: a split whose method is kMatchedControl.
SplitFinding check_strata(const Split& control, const Split* original, const Corpus& corpus);

}  // namespace standfast
