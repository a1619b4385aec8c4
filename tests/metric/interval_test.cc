#include "standfast/metric/stat/interval.h"

#include <vector>

#include <gtest/gtest.h>

namespace standfast {
namespace {

TEST(Quantile, TypeSeven) {
  const std::vector<double> sorted = {1, 2, 4, 8};
  EXPECT_DOUBLE_EQ(quantile(sorted, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(sorted, 1), 8);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.25), 1.75);  // place 0.75
  EXPECT_DOUBLE_EQ(quantile(sorted, 0.975), 7.7);  // place 2.925
  EXPECT_DOUBLE_EQ(quantile(std::vector<double>{3}, 0.1), 3);
}

TEST(PercentileInterval, NeedsTwoReplicates) {
  EXPECT_FALSE(percentile_interval({}, 0.95));
  EXPECT_FALSE(percentile_interval(std::vector<double>{1}, 0.95));
  EXPECT_EQ(percentile_interval(std::vector<double>{4, 4, 4}, 0.95), (Interval{4, 4}));
}

TEST(BootstrapP, CountsTheSmallerSide) {
  EXPECT_DOUBLE_EQ(*bootstrap_p(std::vector<double>{1, 2, 3, -1}), 2 * 2 / 5.0);
  EXPECT_DOUBLE_EQ(*bootstrap_p(std::vector<double>{1, 1, 1}), 2 * 1 / 4.0);
}

TEST(BootstrapP, ATieCountsHalfOnEitherSide) {
  EXPECT_DOUBLE_EQ(*bootstrap_p(std::vector<double>{1, 2, 3, 0}), 2 * 1.5 / 5);
  EXPECT_DOUBLE_EQ(*bootstrap_p(std::vector<double>{-1, -2, 0, 0, -3, -4, -5, -6, 5}), 2 * 3 / 10.0);
  EXPECT_EQ(*bootstrap_p(std::vector<double>{0, 0, 0}), 1) << "nothing ever differs";
  // If half of all resamples tie and the others lean one way, the doubt is no more than a coin's: p is 0.5.
  std::vector<double> half(2000, 0.0);
  for (size_t i = 0; i < half.size(); i += 2) half[i] = 1;
  EXPECT_NEAR(*bootstrap_p(half), 0.5, 0.001);
}

}  // namespace
}  // namespace standfast
