// The vectors that the sampler of a condition reads.
#pragma once

#include "standfast/study/plan/plan.h"

namespace standfast {

// The documents whose vectors a condition's sampler asks for: those of topics with this many documents (0:
// any).
int64_t pool_min_docs(const ConditionSpec& condition);

// The unit that makes them, for a condition that names an encoder. The aggregate is no part of it: it is made
// of them by whoever reads them.
Unit vectors_unit(const ConditionSpec& condition, const CorpusFacts& corpus);

}  // namespace standfast
