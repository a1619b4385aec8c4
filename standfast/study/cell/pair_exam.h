// The examination of one verifier on one fold: fit, predict, check the answers. The cells of a study use it,
// and so does code that tries a condition without a run folder, so both get the same numbers.
#pragma once

#include <span>
#include <vector>

#include "standfast/metric/pairs/profile.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/study/record/pairs_file.h"

namespace standfast {

// The answers of a fitted verifier to the pairs of one side.
struct PairExam {
  std::string side;
  std::span<const Pair> pairs;  // the given pairs
  std::vector<double> values;   // by pair, in [0, 1]
};

// Fits on train and validation. Then examines the model on the test pairs, which come first, and on each of
// the sides. Sets context.seed from `seed` (of the condition) and the number of the fold; it is the same for
// every model. A model derives its own stream from it by name. Data errors: a side without pairs, an answer
// outside [0, 1].
Result<std::vector<PairExam>> examine_pairs(const Corpus& corpus, const FoldPairs& pairs,
                                            std::span<const SidePairs> sides, uint32_t fold, uint64_t seed,
                                            Verifier& verifier, ModelContext context, uint32_t fit = 0);

std::vector<uint8_t> truths_of(std::span<const Pair> pairs);  // 1: same author

// Adds all pairs of a split to `all`. Afterwards `all` is ascending by (a, b), and each pair occurs once.
void add_pairs_once(const SplitPairs& pairs, std::vector<Pair>& all);

}  // namespace standfast
