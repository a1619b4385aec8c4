// Does a control keep what it matches? Counted against the split that it was made from (matched_control.h).
#pragma once

#include "standfast/corpus/corpus.h"
#include "standfast/split/file/check.h"

namespace standfast {

// The finding "strata". Each side of each fold of each trade has as many documents of every stratum (one class, and what
// `match` names) as the same side of the split. Whole blocks may come only near to that; then the finding says how near,
// and is no failure. original: null says only what there is to count. control: its method is kMatchedControl.
SplitFinding check_strata(const Split& control, const Split* original, const Corpus& corpus);

}  // namespace standfast
