// What an executor has to give on this machine.
#pragma once

#include <cstdint>

#include "standfast/base/result.h"
#include "standfast/study/plan/memory_need.h"

namespace standfast {

// All processors, and the memory that may be used. memory: bytes that the user allows; 0: what is available
// now, and at least what the unit that asks for most needs, because the system may find room for it.
// A missing error if the user allows less than that.
Result<Resources> resources_here(uint64_t memory, const MostMemory& most);

}  // namespace standfast
