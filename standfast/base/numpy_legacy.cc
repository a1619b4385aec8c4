#include "standfast/base/numpy_legacy.h"

#include <bit>
#include <numeric>
#include <utility>

namespace standfast {

uint32_t NumpyLegacy::at_most(uint32_t largest) {
  const uint32_t mask = UINT32_MAX >> std::countl_zero(largest);
  uint32_t drawn = 0;
  do {
    drawn = static_cast<uint32_t>(generator_()) & mask;
  } while (drawn > largest);
  return drawn;
}

std::vector<uint32_t> NumpyLegacy::permutation(uint32_t n) {
  std::vector<uint32_t> places(n);
  std::iota(places.begin(), places.end(), 0U);
  for (uint32_t i = n; i > 1; --i) std::swap(places[i - 1], places[at_most(i - 1)]);
  return places;
}

}  // namespace standfast
