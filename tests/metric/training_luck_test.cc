// Tests of the variance that training's luck adds to scores, differences and shares.
#include <cmath>
#include <limits>
#include <memory>

#include <gmock/gmock.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/influence.h"
#include "standfast/metric/stat/unit_estimate.h"

namespace standfast::training_luck {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;

SharedLuck luck_of(std::vector<std::vector<TrainingLuck::Block>> kinds) {
  auto luck = std::make_shared<TrainingLuck>();
  luck->kinds = std::move(kinds);
  return luck;
}

// The mean of numbers of 12 units.
struct Mean {
  std::vector<ItemUnits> units;
  Influenced number;
};
Mean mean_of(uint64_t seed, double center) {
  Rng rng(seed, "test/training-luck");
  Mean mean;
  std::vector<double> values;
  double sum = 0;
  for (uint32_t u = 0; u < 12; ++u)
    for (int i = 0; i < 4; ++i) {
      mean.units.push_back({{u, kNoUnit}, {kNoUnit, kNoUnit}});
      values.push_back(center + 0.1 * rng.normal());
      sum += values.back();
    }
  const auto n = static_cast<double>(values.size());
  mean.number.value = sum / n;
  for (const double value : values) mean.number.influence.push_back((value - sum / n) / n);
  return mean;
}

// This is the identity that influence.h is built on, in numbers: (refitted - theirs)^2 - (kept - theirs)^2,
// where the score is the mean of theirs and kept.
TEST(TrainingLuck, IsWhatNestedCrossValidationAddsToFixedModels) {
  const double share = 0.2, theirs = 0.40, kept = 0.70, refitted = 0.78;
  const double score = share * theirs + (1 - share) * kept;
  const SharedLuck luck = luck_of({{luck_of_block(score, kept, refitted, share)}});
  const double a = (refitted - theirs) * (refitted - theirs), b = (kept - theirs) * (kept - theirs);
  EXPECT_THAT(added_variance(*luck), ::testing::ElementsAre(DoubleNear((1 - share) * (a - b), 1e-12)));
  EXPECT_GT(added_variance(*luck)[0], 0) << "an odd block that made the others' models worse";
}

TEST(TrainingLuck, IsLinearAndSkipsWhatIsNotDefined) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const SharedLuck a = luck_of({{{0.1, -0.2}, {0.3, 0.1}, {0, 0}, {nan, nan}}}),
                   b = luck_of({{{0.1, -0.2}, {0.1, 0.4}, {0, 0}, {0.2, 0.2}}});
  const std::pair<SharedLuck, double> same[] = {{a, 1}, {a, -1}}, difference[] = {{a, 1}, {b, -1}};
  EXPECT_EQ(added_variance(*sum_of_luck(same))[0], 0) << "a model does not differ from itself";
  // One block has an effect: its changes differ by .2, its departures by -.3.
  EXPECT_NEAR(added_variance(*sum_of_luck(difference))[0], 0.04 + 0.12, 1e-12);
  EXPECT_TRUE(std::isnan(added_variance(*luck_of({{{nan, nan}, {nan, nan}, {0.1, 0}}}))[0]));
  const std::pair<SharedLuck, double> none[] = {{nullptr, 1}, {nullptr, -1}},
                                      half[] = {{a, 1}, {nullptr, -1}};
  EXPECT_EQ(sum_of_luck(none), nullptr);
  EXPECT_FALSE(sum_of_luck(half)->why_not.empty());
}

TEST(TrainingLuck, WidensEveryIntervalAndNeverNarrowsOne) {
  Mean low = mean_of(1, 0.6), high = mean_of(2, 0.9);
  UnitSpace space;
  const UnitItems items = space.items(low.units);
  const OnUnits a{&items, &high.number}, b{&items, &low.number};
  const Estimate score = unit_estimate(space, a, 0.95, 0, 1), share = unit_ratio(space, b, a, 0.95);
  const Difference lost = unit_difference(space, a, b, 0.95);
  ASSERT_TRUE(score.interval && share.interval && lost.estimate.interval);
  // If the added variance is below 0 by chance, the intervals stay as they are.
  high.number.luck = low.number.luck = luck_of({{{0.01, 0.05}}});
  EXPECT_EQ(unit_estimate(space, a, 0.95, 0, 1).interval, score.interval);
  EXPECT_EQ(unit_difference(space, a, b, 0.95).estimate.interval, lost.estimate.interval);
  // A share with such luck has no interval.
  const Estimate nested = unit_ratio(space, b, a, 0.95);
  EXPECT_EQ(nested.value, share.value);
  EXPECT_FALSE(nested.interval);
  EXPECT_THAT(nested.why_no_interval, HasSubstr("has not been shown to hold"));
  // The same luck on both sides adds nothing to their difference, but something to each.
  high.number.luck = low.number.luck = luck_of({{{0.02, -0.05}}});
  EXPECT_EQ(unit_difference(space, a, b, 0.95).estimate.interval, lost.estimate.interval);
  EXPECT_LT(unit_estimate(space, a, 0.95, 0, 1).interval->low, score.interval->low);
  low.number.luck = luck_of({{{-0.03, 0.04}}});
  const Difference wide = unit_difference(space, a, b, 0.95);
  EXPECT_LT(wide.estimate.interval->low, lost.estimate.interval->low);
  EXPECT_GT(wide.estimate.interval->high, lost.estimate.interval->high);
  EXPECT_EQ(wide.estimate.value, lost.estimate.value);
}

TEST(TrainingLuck, PAndIntervalStayOfOneTest) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Mean a = mean_of(seed, 0.60), b = mean_of(seed + 100, 0.53);
    UnitSpace space;
    const UnitItems items = space.items(a.units);
    a.number.luck = luck_of({{{0.01 + 0.0005 * static_cast<double>(seed), -0.02}}});
    b.number.luck = luck_of({{{0, 0.01}}});
    const Difference lost = unit_difference(space, {&items, &a.number}, {&items, &b.number}, 0.95);
    ASSERT_TRUE(lost.estimate.interval && lost.p);
    const bool excludes = lost.estimate.interval->low > 0 || lost.estimate.interval->high < 0;
    EXPECT_EQ(*lost.p < 0.05, excludes) << seed << ": " << *lost.p;
  }
}

TEST(TrainingLuck, WhatIsNotKnownHasNoInterval) {
  Mean a = mean_of(1, 0.6);
  const Mean b = mean_of(2, 0.9);
  UnitSpace space;
  const UnitItems items = space.items(a.units);
  auto unknown = std::make_shared<TrainingLuck>();
  unknown->why_not = "nested cells have not run";
  a.number.luck = unknown;
  const Estimate score = unit_estimate(space, {&items, &a.number}, 0.95, 0, 1);
  EXPECT_FALSE(score.interval);
  EXPECT_THAT(score.why_no_interval, HasSubstr("nested cells have not run"));
  const Difference lost = unit_difference(space, {&items, &a.number}, {&items, &b.number}, 0.95);
  EXPECT_TRUE(lost.estimate.value);
  EXPECT_FALSE(lost.estimate.interval || lost.p);
  EXPECT_THAT(unit_ratio(space, {&items, &b.number}, {&items, &a.number}, 0.95).why_not, HasSubstr("nested"));
}

}  // namespace
}  // namespace standfast::training_luck
