#include "standfast/result/findings/largest.h"

#include <algorithm>
#include <numeric>

namespace standfast::result {

std::vector<uint32_t> largest(const std::vector<uint64_t>& totals, size_t most) {
  std::vector<uint32_t> places(totals.size());
  std::iota(places.begin(), places.end(), 0U);
  std::stable_sort(places.begin(), places.end(),
                   [&](uint32_t a, uint32_t b) { return totals[a] > totals[b]; });
  places.resize(std::min(places.size(), most));
  return places;
}

}  // namespace standfast::result
