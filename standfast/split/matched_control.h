// The control that isolates the topic. Leave-one-topic-out and its kin change three things against ordinary
// cross-validation: the topic of the test side, the number of train documents, and the mix of classes on both
// sides. A matched control keeps the last two and undoes the first: documents change places at random within
// each class of the target, so every side of every fold has exactly as many documents of each class as
// before, and only which documents (hence which topics) is left to chance. The drop from the control to the
// split is then topic alone; the drop from ordinary cross-validation to the control is data.
//
// One permutation serves all folds. So a document is tested exactly as often as another of its class was: in
// leave-one-topic-out once, and scores of the same document under both can be compared in pairs.
#pragma once

#include <cstdint>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

inline constexpr const char* kMatchedControl = "matched-control";  // the method of such a split

// Documents move among the rows that `split` uses in any fold; left_out stays. Rows without a value of the
// target form a class of their own. Depends on (seed, document id) alone, not on the order of the corpus.
// The result has method kMatchedControl and records what it was made of: options "of" (the method),
// "of-<name>" for each of its options, "target", "control-seed"; its seed is that of `split`. A data error
// where the corpus has no such column or every document is a class of its own.
Result<Split> matched_control(const Corpus& corpus, const Split& split, Role target, uint64_t seed);

}  // namespace standfast
