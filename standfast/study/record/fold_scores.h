// One model on one fold: fit, predict, check the answers. Shared by the cells of a study and by whoever tries
// a condition without a run folder, so that both give the same numbers.
#pragma once

#include <span>
#include <vector>

#include "standfast/metric/pairs/profile.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/study/record/pairs_file.h"

namespace standfast {

// Fits on train and validation, returns the answers to the test pairs. context.seed is set here: from `seed`
// (of the condition) and the number of the fold, the same for every model; a model derives its own stream
// from it by name. Data errors: a side without pairs, an answer outside [0, 1].
Result<std::vector<double>> fold_answers(const Corpus& corpus, const FoldPairs& pairs, uint32_t fold,
                                         uint64_t seed, Verifier& verifier, ModelContext context,
                                         uint32_t fit = 0);

std::vector<uint8_t> truths_of(std::span<const Pair> pairs);  // 1 = same author

// Adds the pairs of all sides of all folds to `all` and leaves it ascending by (a, b), each pair once.
void add_pairs_once(const std::vector<FoldPairs>& folds, std::vector<Pair>& all);

}  // namespace standfast
