// Leave p groups out: each fold tests p whole groups of a column, and the others train.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/split/splitter.h"

namespace standfast {

// How many sets of p things of n there are; UINT64_MAX if there are more than that.
uint64_t combinations(uint64_t n, uint64_t p);

// The set at this place, in the order of numbers: {0, 1}, {0, 2}, ... Ascending. place < combinations(n, p).
std::vector<uint32_t> combination_at(uint64_t place, uint32_t n, uint32_t p);

}  // namespace standfast
