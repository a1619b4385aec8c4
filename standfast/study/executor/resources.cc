#include "standfast/study/executor/resources.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "standfast/base/memory.h"
#include "standfast/base/parallel.h"

namespace standfast {

Result<Resources> resources_here(uint64_t memory, const std::vector<CorpusFacts>& corpora) {
  Resources here{.cores = available_threads(), .memory = memory};
  if (memory > 0) {
    for (const auto& corpus : corpora)
      if (corpus.text_bytes > memory)
        return missing_error(fmt::format("--memory: {} are less than the texts of corpus {} need ({})",
                                         shown_bytes(memory), corpus.name, shown_bytes(corpus.text_bytes)));
    return here;
  }
  here.memory = machine_memory().available;
  if (here.memory == 0) here.memory = std::numeric_limits<uint64_t>::max();
  for (const auto& corpus : corpora) here.memory = std::max(here.memory, corpus.text_bytes);
  return here;
}

}  // namespace standfast
