#include "standfast/metric/stat/order.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

std::vector<uint32_t> slow_order(const std::vector<double>& values) {
  std::vector<uint32_t> order(values.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
  return order;
}

TEST(AscendingOrder, EqualsAStableComparisonSortOnHardValues) {
  Rng rng(1, "test/order");
  for (const size_t n : {0UL, 1UL, 2UL, 511UL, 512UL, 5000UL}) {
    std::vector<std::vector<double>> cases(7, std::vector<double>(n));
    for (size_t i = 0; i < n; ++i) {
      cases[0][i] = rng.uniform();
      cases[1][i] = 0.5;                                    // all equal
      cases[2][i] = static_cast<double>(rng.below(7)) / 7;  // heavy ties
      cases[3][i] = std::pow(10, -300 * rng.uniform());     // nearly all share the lowest key
      cases[4][i] = rng.normal() * 2.5e307;                 // the range overflows
      cases[5][i] = rng.chance(0.5) ? 0.0 : std::numeric_limits<double>::denorm_min();
      cases[6][i] = rng.chance(0.5) ? -0.0 : (rng.chance(0.5) ? 0.0 : -rng.uniform());
    }
    for (size_t c = 0; c < cases.size(); ++c) EXPECT_EQ(ascending_order(cases[c]), slow_order(cases[c])) << c;
  }
}

TEST(DoubledAverageRanks, AverageOverTies) {
  EXPECT_THAT(doubled_average_ranks(std::vector{0.3, 0.1, 0.3, 0.9}), ::testing::ElementsAre(5, 2, 5, 8));
  EXPECT_TRUE(doubled_average_ranks({}).empty());
}

}  // namespace
}  // namespace standfast
