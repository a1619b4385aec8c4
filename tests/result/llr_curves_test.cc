#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/result/findings/forensic.h"

namespace standfast::result {
namespace {

TEST(LlrHistogram, ZeroIsABorderAndEveryPairCounts) {
  constexpr double kTen = 2.302585092994046;
  LlrItems items;
  items.llr = {-2 * kTen, -0.01, 0, 0.01, kTen, 0};
  items.same = {0, 1, 1, 0, 1, 0};
  const auto histogram = llr_histogram(items);
  EXPECT_EQ(histogram.neutral_same, 1U);
  EXPECT_EQ(histogram.neutral_different, 1U);
  const auto sum = [](const std::vector<uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
  };
  EXPECT_EQ(sum(histogram.same), 2U);
  EXPECT_EQ(sum(histogram.different), 2U);
  // 3 decades in 48 bins, 32 of them below 0.
  EXPECT_NEAR(histogram.step, 3.0 / 48, 1e-12);
  EXPECT_NEAR(histogram.from, -2, 1e-12);
  EXPECT_EQ(histogram.same[31], 1U) << "just below 0";
  EXPECT_EQ(histogram.different[32], 1U) << "just above";
  EXPECT_EQ(histogram.different[0], 1U);
  EXPECT_EQ(histogram.same.back(), 1U) << "the highest belongs to the last bin";
}

}  // namespace
}  // namespace standfast::result
