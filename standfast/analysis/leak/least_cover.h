// A minimum vertex cover of a bipartite graph (König 1931), from a maximum matching (Hopcroft, Karp 1973):
// the smallest set of documents whose removal leaves no test-train pair.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace standfast {

// Computes the cover. pairs: (left, right), any numbers. Returns (left ones, right ones), each ascending. If
// either end of a pair can be removed, the left one is.
std::pair<std::vector<uint32_t>, std::vector<uint32_t>> least_cover(
    std::span<const std::pair<uint32_t, uint32_t>> pairs);

}  // namespace standfast
