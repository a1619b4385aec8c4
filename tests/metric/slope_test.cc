#include "standfast/metric/stat/slope.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/rank_stability.h"

namespace standfast {
namespace {

constexpr ResampleOptions kSome{.resamples = 300, .seed = 1};

TEST(DoseLine, EqualsNumpyPolyfit) {
  // The expected values are numpy.polyfit(x, y, 1) and numpy.corrcoef(x, y)[0, 1] ** 2, by numpy 1.24.2.
  const DosePoints points{{.1, .25, .4, .4, .7}, {.9, .8, .85, .7, .6}, {0, 0, 1, 1, 2}, 3};
  const auto line = dose_line(points, kSome);
  EXPECT_NEAR(*line.slope.value, -0.47727272727272746, 1e-12);
  EXPECT_NEAR(line.intercept, 0.9465909090909094, 1e-12);
  EXPECT_NEAR(*line.r_squared, 0.7776253918495303, 1e-12);
  EXPECT_EQ(line.slope.n_used, 5U);
  EXPECT_EQ(line.clusters_used, 3U);
}

TEST(DoseLine, UndefinedWhereTheDoseDoesNotVary) {
  const auto line = dose_line({{.3, .3}, {.5, .6}, {0, 1}, 2}, kSome);
  EXPECT_FALSE(line.slope.value);
  EXPECT_FALSE(dose_line({{}, {}, {}, 0}, kSome).slope.value);
  EXPECT_FALSE(dose_line({{.1, .2}, {.5, .5}, {0, 1}, 2}, kSome).r_squared);  // y does not vary
}

TEST(DoseLine, EmptyClustersAndThreadsChangeNothing) {
  const DosePoints few{{.1, .2, .5, .6, .3, .8, .4}, {.3, .5, .4, .9, .1, .2, .7}, {0, 0, 1, 2, 3, 4, 5}, 6};
  DosePoints many = few;
  many.cluster = {3, 3, 7, 8, 9, 11, 12};
  many.clusters = 14;
  EXPECT_EQ(dose_line(few, kSome).slope.replicates.size(), 300U);
  const auto one = dose_line(many, kSome);
  auto four = kSome;
  four.threads = 4;
  const auto again = dose_line(many, four);
  const auto plain = dose_line(few, kSome);
  for (size_t r = 0; r < 300; ++r) {
    EXPECT_EQ(one.slope.replicates[r], again.slope.replicates[r]);
    EXPECT_EQ(one.slope.replicates[r], plain.slope.replicates[r]);
  }
  EXPECT_EQ(one.clusters_used, 6U);
}

TEST(DoseLine, FewerThanSixClustersSayNothingOfHowSureTheSlopeIs) {
  DosePoints points;
  for (uint32_t c = 0; c < 6; ++c)
    for (const double x : {.1, .3, .5}) {
      points.x.push_back(x + .01 * c);
      points.y.push_back(2 * x + .05 * (c % 3));
      points.cluster.push_back(c);
    }
  points.clusters = 6;
  EXPECT_TRUE(percentile_interval(dose_line(points, kSome).slope.replicates, 0.95));
  for (auto& c : points.cluster) c = std::min(c, 4U);
  const auto five = dose_line(points, kSome);
  EXPECT_TRUE(five.slope.value);
  EXPECT_EQ(five.clusters_used, 5U);
  EXPECT_FALSE(percentile_interval(five.slope.replicates, 0.95));
  EXPECT_FALSE(bootstrap_p(five.slope.replicates));
}

// The points of a cluster share an error, so resampling single points would give far too narrow intervals.
TEST(DoseLine, IntervalHoldsThePlantedSlope) {
  int covered = 0;
  constexpr int kTrials = 150, kClusters = 10;
  for (uint64_t trial = 0; trial < kTrials; ++trial) {
    Rng rng(trial, "test/slope");
    DosePoints points;
    points.clusters = kClusters;
    for (uint32_t c = 0; c < kClusters; ++c) {
      const double shared = 0.05 * rng.normal(), centre = rng.uniform();
      for (int i = 0; i < 5; ++i) {
        points.x.push_back(centre + 0.05 * rng.normal());
        points.y.push_back(0.5 + 0.2 * points.x.back() + shared + 0.02 * rng.normal());
        points.cluster.push_back(c);
      }
    }
    const auto line = dose_line(points, {.resamples = 200, .seed = trial});
    const auto interval =
        percentile_interval(line.slope.replicates, small_sample_confidence(0.95, line.clusters_used));
    covered += interval->low <= 0.2 && 0.2 <= interval->high;
  }
  EXPECT_GE(covered, 0.88 * kTrials) << covered;
}

TEST(SmallSample, PAndIntervalAgree) {
  // With ten units, p = 1 - 0.983 is the 0.05 of Student's t with nine degrees of freedom.
  EXPECT_NEAR(small_sample_p(1 - small_sample_confidence(0.95, 10), 10), 0.05, 1e-9);
  EXPECT_NEAR(small_sample_p(1 - small_sample_confidence(0.9, 5), 5), 0.1, 1e-9);
  EXPECT_EQ(small_sample_p(1, 10), 1);
}

}  // namespace
}  // namespace standfast
