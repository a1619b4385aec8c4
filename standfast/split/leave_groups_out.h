// Leave-p-groups-out: each fold tests p whole groups of a column, and the others train.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/split/splitter.h"

namespace standfast {

// Returns the binomial coefficient: the number of sets of p things out of n; UINT64_MAX if it is larger than
// that.
uint64_t combinations(uint64_t n, uint64_t p);

// Returns the set at this place in lexicographic order, {0, 1}, {0, 2}, ... , with ascending elements.
// Requires place < combinations(n, p).
std::vector<uint32_t> combination_at(uint64_t place, uint32_t n, uint32_t p);

}  // namespace standfast
