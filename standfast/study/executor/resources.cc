#include "standfast/study/executor/resources.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "standfast/base/memory.h"
#include "standfast/base/parallel.h"

namespace standfast {

Result<Resources> resources_here(uint64_t memory, const MostMemory& most) {
  Resources here{.cores = available_threads(), .memory = memory};
  if (memory > 0) {
    if (most.bytes <= memory) return here;
    return missing_error(fmt::format("--memory: {} are less than {} need ({})", shown_bytes(memory), most.who,
                                     shown_bytes(most.bytes)));
  }
  here.memory = machine_memory().available;
  if (here.memory == 0) here.memory = std::numeric_limits<uint64_t>::max();
  here.memory = std::max(here.memory, most.bytes);
  return here;
}

}  // namespace standfast
