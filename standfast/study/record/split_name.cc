#include "standfast/study/record/split_name.h"

#include <fmt/format.h>

namespace standfast {

std::string split_name(const std::string& corpus, const std::string& condition, uint64_t seed) {
  return fmt::format("{}--{}--seed{}", corpus, condition, seed);
}

}  // namespace standfast
