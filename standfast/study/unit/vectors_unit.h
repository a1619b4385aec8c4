// The vectors that the sampler of a condition reads.
#pragma once

#include "standfast/study/plan/plan.h"

namespace standfast {

// The unit that makes the vectors, for a condition that names an encoder. The aggregate is not part of it:
// the reader aggregates the vectors.
Unit vectors_unit(const ConditionSpec& condition, const CorpusFacts& corpus);

}  // namespace standfast
