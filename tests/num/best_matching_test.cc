// Compares the best matching with all permutations.
#include "standfast/num/linear/best_matching.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

int64_t sum_of(const std::vector<int64_t>& weights, size_t columns, const std::vector<size_t>& column_of) {
  int64_t sum = 0;
  for (size_t i = 0; i < column_of.size(); ++i)
    if (column_of[i] != kUnmatched) sum += weights[i * columns + column_of[i]];
  return sum;
}

// Returns the largest sum over all matchings; rows <= columns.
int64_t best_of_all(const std::vector<int64_t>& weights, size_t rows, size_t columns) {
  std::vector<size_t> order(columns);
  std::iota(order.begin(), order.end(), size_t{0});
  int64_t best = INT64_MIN;
  do {
    best = std::max(best, sum_of(weights, columns, {order.begin(), order.begin() + static_cast<long>(rows)}));
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(BestMatching, IsTheBestOfAllPermutations) {
  Rng rng(7, "best matching");
  for (int round = 0; round < 300; ++round) {
    const size_t rows = 1 + rng.below(5), columns = rows + rng.below(3);
    std::vector<int64_t> weights(rows * columns);
    for (auto& weight : weights) weight = static_cast<int64_t>(rng.below(12)) - 3;
    const auto found = best_matching(weights, rows, columns);
    EXPECT_EQ(sum_of(weights, columns, found), best_of_all(weights, rows, columns));
    auto sorted = found;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end()) << "no column twice";
    // With rows and columns swapped, as many rows as there are columns find a partner, with the same sum.
    std::vector<int64_t> turned(rows * columns);
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < columns; ++j) turned[j * rows + i] = weights[i * columns + j];
    const auto other = best_matching(turned, columns, rows);
    EXPECT_EQ(std::count(other.begin(), other.end(), kUnmatched), static_cast<long>(columns - rows));
    EXPECT_EQ(sum_of(turned, rows, other), best_of_all(weights, rows, columns));
  }
}

TEST(BestMatching, OfNothingIsNothing) {
  EXPECT_TRUE(best_matching({}, 0, 0).empty());
  EXPECT_EQ(best_matching({}, 2, 0), (std::vector<size_t>{kUnmatched, kUnmatched}));
}

}  // namespace
}  // namespace standfast
