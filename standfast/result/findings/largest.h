// Selection of the largest of many values, for figures that cannot show all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace standfast::result {

// Marker in lists of places for items that are not among the largest.
inline constexpr size_t kNotShown = static_cast<size_t>(-1);

// Returns the places of the `most` largest totals, largest first. Ties: the lower place first.
std::vector<uint32_t> largest(const std::vector<uint64_t>& totals, size_t most);

}  // namespace standfast::result
