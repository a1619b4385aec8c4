// The vectors that the sampler of a condition reads.
#pragma once

#include "standfast/study/plan/plan.h"

namespace standfast {

// Smallest number of documents of the topics from which a condition's sampler chooses (0: any). Only
// documents of these topics need vectors.
int64_t pool_min_docs(const ConditionSpec& condition);

// The unit that makes the vectors, for a condition that names an encoder. The aggregate is not part of it:
// the reader aggregates the vectors.
Unit vectors_unit(const ConditionSpec& condition, const CorpusFacts& corpus);

}  // namespace standfast
