// Achieved shares against their targets.
#include "standfast/shortcut/achieved.h"

#include <gtest/gtest.h>

namespace standfast {
namespace {

// n documents of class 0, of which k have value 1.
AchievedShare of_one_class(uint64_t k, uint64_t n, double target, double alpha = 0.001) {
  std::vector<uint32_t> classes(n, 0);
  std::vector<uint8_t> values(n, 0);
  for (uint64_t i = 0; i < k; ++i) values[i] = 1;
  const std::vector<double> targets = {1 - target, target};
  const AchievedSide side{"train", classes, values, targets};
  return achieved_shares({&side, 1}, 1, 2, {.alpha = alpha}).at(1);
}

TEST(AchievedShares, AreMissedBeyondChanceAlone) {
  EXPECT_FALSE(of_one_class(48, 100, 0.5).missed);
  EXPECT_FALSE(of_one_class(35, 100, 0.5).missed);  // p = 0.0035
  EXPECT_TRUE(of_one_class(35, 100, 0.5, 0.01).missed);
  EXPECT_TRUE(of_one_class(30, 100, 0.5).missed);
  EXPECT_TRUE(of_one_class(1, 100, 0).missed) << "what cannot be is never chance";
  EXPECT_TRUE(of_one_class(99, 100, 1).missed);
  EXPECT_FALSE(of_one_class(100, 100, 1).missed);
}

TEST(AchievedShares, HaveExactIntervals) {
  const auto share = of_one_class(10, 20, 0.5);
  EXPECT_EQ(share.count, 10U);
  EXPECT_EQ(share.documents, 20U);
  EXPECT_NEAR(share.interval.low, 0.2720, 5e-5);  // Clopper-Pearson, as in textbooks
  EXPECT_NEAR(share.interval.high, 0.7280, 5e-5);
}

TEST(AchievedShares, AreTestedTogether) {
  // 20 classes whose p is 0.0035 each: alone one would be missed at 0.01, of 20 none is.
  const size_t classes = 20;
  std::vector<uint32_t> of_class;
  std::vector<uint8_t> values;
  std::vector<double> target;
  for (uint32_t c = 0; c < classes; ++c) {
    for (int i = 0; i < 100; ++i) {
      of_class.push_back(c);
      values.push_back(i < 35 ? 1 : 0);
    }
    target.insert(target.end(), {0.5, 0.5});
  }
  const AchievedSide side{"test", of_class, values, target};
  for (const auto& share : achieved_shares({&side, 1}, classes, 2, {.alpha = 0.01})) {
    EXPECT_EQ(share.tested, share.value == 1) << "the other is the rest";
    EXPECT_FALSE(share.missed);
    EXPECT_NEAR(share.p_holm, std::min(1.0, 20 * share.p), 1e-12);
  }
}

TEST(AchievedShares, AClassWithoutDocumentsIsNotTested) {
  const std::vector<uint32_t> classes = {1};
  const std::vector<uint8_t> values = {1};
  const std::vector<double> target = {0, 1, 0, 1};
  const AchievedSide side{"test", classes, values, target};
  const auto shares = achieved_shares({&side, 1}, 2, 2, {});
  EXPECT_EQ(shares.at(1).documents, 0U);
  EXPECT_FALSE(shares.at(1).missed);
  EXPECT_FALSE(shares.at(1).tested);
  EXPECT_TRUE(shares.at(3).tested);
  EXPECT_EQ(shares.at(1).interval.high, 1);
}

}  // namespace
}  // namespace standfast
