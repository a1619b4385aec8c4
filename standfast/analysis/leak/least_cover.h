// The fewest documents to drop so that no pair of a test and a training document is left: a least vertex cover of
// a bipartite graph (König 1931), from a largest matching (Hopcroft, Karp 1973).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace standfast {

// pairs: (left, right), any numbers. Returns (left ones, right ones), each ascending. Where a pair can lose either
// end, the left one goes.
std::pair<std::vector<uint32_t>, std::vector<uint32_t>> least_cover(
    std::span<const std::pair<uint32_t, uint32_t>> pairs);

}  // namespace standfast
