// Maximum-weight bipartite matching of rows to columns of a table, by the Hungarian method (Kuhn 1955; in the
// form with potentials of Jonker and Volgenant 1987): every row of the smaller side gets a partner. Time n^2
// m for n <= m.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

inline constexpr size_t kUnmatched = static_cast<size_t>(-1);

// Finds the matching. weights: rows x columns, row-major, any whole numbers whose sums fit. Returns, by row,
// its column, or kUnmatched where there are more rows than columns. Among equal sums always the same one is
// chosen.
std::vector<size_t> best_matching(std::span<const int64_t> weights, size_t rows, size_t columns);

}  // namespace standfast
