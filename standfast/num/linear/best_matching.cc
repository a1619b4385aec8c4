#include "standfast/num/linear/best_matching.h"

#include <cassert>
#include <functional>
#include <limits>

namespace standfast {
namespace {

// Finds the column of each row for n <= m, with the least sum of cost(i, j). Rows are added one by one; each
// extends the matching by the shortest path to a free column, with lengths that the potentials keep from
// being negative. Index 0 is an artificial row and column.
std::vector<size_t> cheapest(size_t n, size_t m, const std::function<int64_t(size_t, size_t)>& cost) {
  constexpr int64_t kFar = std::numeric_limits<int64_t>::max();
  std::vector<int64_t> of_row(n + 1, 0), of_column(m + 1, 0);
  std::vector<size_t> row_of(m + 1, 0), before(m + 1, 0);
  for (size_t added = 1; added <= n; ++added) {
    row_of[0] = added;
    size_t here = 0;
    std::vector<int64_t> length(m + 1, kFar);
    std::vector<bool> seen(m + 1, false);
    do {
      seen[here] = true;
      const size_t row = row_of[here];
      int64_t shortest = kFar;
      size_t next = 0;
      for (size_t j = 1; j <= m; ++j) {
        if (seen[j]) continue;
        const int64_t through = cost(row - 1, j - 1) - of_row[row] - of_column[j];
        if (through < length[j]) {
          length[j] = through;
          before[j] = here;
        }
        if (length[j] < shortest) {
          shortest = length[j];
          next = j;
        }
      }
      for (size_t j = 0; j <= m; ++j) {
        if (seen[j]) {
          of_row[row_of[j]] += shortest;
          of_column[j] -= shortest;
        } else if (length[j] != kFar) {
          length[j] -= shortest;
        }
      }
      here = next;
    } while (row_of[here] != 0);
    while (here != 0) {
      row_of[here] = row_of[before[here]];
      here = before[here];
    }
  }
  std::vector<size_t> column_of(n, kUnmatched);
  for (size_t j = 1; j <= m; ++j)
    if (row_of[j] != 0) column_of[row_of[j] - 1] = j - 1;
  return column_of;
}

}  // namespace

std::vector<size_t> best_matching(std::span<const int64_t> weights, size_t rows, size_t columns) {
  assert(weights.size() == rows * columns);
  if (rows <= columns)
    return cheapest(rows, columns, [&](size_t i, size_t j) { return -weights[i * columns + j]; });
  const auto row_of = cheapest(columns, rows, [&](size_t i, size_t j) { return -weights[j * columns + i]; });
  std::vector<size_t> column_of(rows, kUnmatched);
  for (size_t j = 0; j < columns; ++j) column_of[row_of[j]] = j;
  return column_of;
}

}  // namespace standfast
