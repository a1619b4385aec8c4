#include "standfast/metric/survival.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standfast {
namespace {

using testing::HasSubstr;

// Replicates run evenly from value - spread to value + spread.
Replicated ramp(double value, double spread, uint32_t resamples = 101) {
  Replicated result;
  result.value = value;
  for (uint32_t r = 0; r < resamples; ++r)
    result.replicates.push_back(value - spread + 2 * spread * r / (resamples - 1));
  return result;
}

TEST(Survival, IsTheShareOfTheLeadThatIsLeft) {
  const auto chance = constant(0.5, 101);
  const auto result = survival(ramp(0.7, 0.02), constant(0.9, 101), chance, chance);
  EXPECT_DOUBLE_EQ(*result.value, 0.5);
  // The 2.5 % and 97.5 % points of the ramp are 0.7 -/+ 0.02 * 0.95.
  EXPECT_NEAR(result.interval->low, (0.2 - 0.019) / 0.4, 1e-12);
  EXPECT_NEAR(result.interval->high, (0.2 + 0.019) / 0.4, 1e-12);
  EXPECT_EQ(result.why_not, "");
}

TEST(Survival, ReplicatesPairUp) {
  // Shifted and i.i.d. rise and fall together: their ratio does not move at all.
  Replicated iid = ramp(0.4, 0.1), shifted = iid;
  *shifted.value /= 2;
  for (auto& v : shifted.replicates) v /= 2;
  const auto zero = constant(0, 101);
  const auto result = survival(shifted, iid, zero, zero);
  EXPECT_NEAR(result.interval->low, 0.5, 1e-12);
  EXPECT_NEAR(result.interval->high, 0.5, 1e-12);
}

TEST(Survival, EachConditionMayHaveItsOwnChance) {
  const auto result = survival(constant(0.8, 5), constant(0.9, 5), constant(0.7, 5), constant(0.5, 5));
  EXPECT_DOUBLE_EQ(*result.value, 0.1 / 0.4 + 0);
}

TEST(Survival, RefusesARatioToNothing) {
  const auto chance = constant(0.5, 101);
  const auto below = survival(ramp(0.5, 0.1), ramp(0.49, 0.01), chance, chance);
  EXPECT_EQ(below.value, std::nullopt);
  EXPECT_THAT(below.why_not, HasSubstr("the i.i.d. score (0.490) is not above chance (0.500)"));
  const auto unclear = survival(ramp(0.5, 0.1), ramp(0.52, 0.05), chance, chance);
  EXPECT_EQ(unclear.value, std::nullopt);
  EXPECT_EQ(unclear.interval, std::nullopt);
  EXPECT_THAT(unclear.why_not, HasSubstr("not clearly above chance"));
  Replicated undefined = chance;
  undefined.value.reset();
  EXPECT_THAT(survival(undefined, ramp(0.9, 0.1), chance, chance).why_not, HasSubstr("shifted score"));
  EXPECT_THAT(survival(ramp(0.9, 0.1), undefined, chance, chance).why_not, HasSubstr("i.i.d. score"));
}

TEST(Survival, BetterUnderTheShiftAndWorseThanChanceMeanWhatTheySay) {
  const auto chance = constant(0.5, 9);
  EXPECT_DOUBLE_EQ(*survival(constant(1.0, 9), constant(0.75, 9), chance, chance).value, 2);
  EXPECT_DOUBLE_EQ(*survival(constant(0.25, 9), constant(0.75, 9), chance, chance).value, -1);
}

TEST(Difference, PairedWithIntervalAndP) {
  Replicated a = ramp(0.8, 0.1), b = ramp(0.7, 0.1);
  const auto paired = difference(a, b);
  EXPECT_NEAR(*paired.estimate.value, 0.1, 1e-12);
  EXPECT_NEAR(paired.estimate.interval->low, 0.1, 1e-12);
  EXPECT_NEAR(*paired.p, 2.0 / 102,
              1e-12);  // no replicate on the other side: the smallest p 101 resamples can give
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
