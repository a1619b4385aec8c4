// The largest of many, for figures that cannot show all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace standfast::result {

// The `most` places of the largest totals, falling. Ties: first.
std::vector<uint32_t> largest(const std::vector<uint64_t>& totals, size_t most);

}  // namespace standfast::result
