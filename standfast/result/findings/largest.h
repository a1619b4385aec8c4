// The largest of many, for figures that cannot show all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace standfast::result {

// In lists of places: not among the largest.
inline constexpr size_t kNotShown = static_cast<size_t>(-1);

// The `most` places of the largest totals, falling. Ties: first.
std::vector<uint32_t> largest(const std::vector<uint64_t>& totals, size_t most);

}  // namespace standfast::result
