// Selection of the largest of many values, for figures that cannot show all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace standfast::result {

// Marker in lists of places for items that are not among the largest.
inline constexpr size_t kNotShown = static_cast<size_t>(-1);

// Returns the places of the `most` largest totals, largest first. Ties: the lower place first.
inline std::vector<uint32_t> largest(const std::vector<uint64_t>& totals, size_t most) {
  std::vector<uint32_t> places(totals.size());
  std::iota(places.begin(), places.end(), 0U);
  std::stable_sort(places.begin(), places.end(),
                   [&](uint32_t a, uint32_t b) { return totals[a] > totals[b]; });
  places.resize(std::min(places.size(), most));
  return places;
}

}  // namespace standfast::result
