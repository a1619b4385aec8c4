#include "standfast/metric/stat/estimate.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

// Returns replicates that run evenly from value - spread to value + spread.
Replicated ramp(double value, double spread, uint32_t resamples = 101) {
  Replicated result;
  result.value = value;
  for (uint32_t r = 0; r < resamples; ++r)
    result.replicates.push_back(value - spread + 2 * spread * r / (resamples - 1));
  return result;
}

TEST(Difference, PairedWithIntervalAndP) {
  Replicated a = ramp(0.8, 0.1), b = ramp(0.7, 0.1);
  const auto paired = difference(a, b);
  EXPECT_NEAR(*paired.estimate.value, 0.1, 1e-12);
  EXPECT_NEAR(paired.estimate.interval->low, 0.1, 1e-12);
  EXPECT_NEAR(*paired.p, 2.0 / 102,
              1e-12);  // no replicate on the other side: the smallest p for 101 resamples
  const auto none = difference(a, a);
  EXPECT_EQ(none.estimate.value, 0.0);
  EXPECT_EQ(none.p, 1.0);
}

TEST(Estimate, CountsUndefinedResamples) {
  Replicated quantity = ramp(0.5, 0.1, 100);
  for (size_t r = 0; r < 10; ++r) quantity.replicates[r] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(estimate(quantity).undefined_resamples, 10);
  EXPECT_TRUE(estimate(quantity).interval);
  quantity.replicates[10] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(estimate(quantity).interval) << "more than a tenth undefined";
}

}  // namespace
}  // namespace standfast
