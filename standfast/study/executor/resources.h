// What an executor has to give on this machine.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/study/plan/plan.h"

namespace standfast {

// All processors, and the memory that may be used. memory: bytes that the user allows; 0: what is available
// now, and at least enough for the texts of the largest corpus, because the system may find room for them.
// A missing error if the user allows less than the texts of some corpus need.
Result<Resources> resources_here(uint64_t memory, const std::vector<CorpusFacts>& corpora);

}  // namespace standfast
