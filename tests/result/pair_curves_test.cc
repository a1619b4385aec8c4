// Curves of scores, against numbers computed by hand and against the metrics.
#include "standfast/result/findings/pair_curves.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/pairs/tally.h"
#include "standfast/metric/pairs/verification.h"

namespace standfast::result {
namespace {

using Points = std::vector<std::pair<double, double>>;

TEST(RocCurve, WorkedByHand) {
  // In the order of falling scores: same, different, same, different.
  const std::vector<double> score = {0.9, 0.8, 0.7, 0.1};
  const std::vector<uint8_t> same = {1, 0, 1, 0};
  EXPECT_EQ(roc_curve(score, same), (Points{{0, 0}, {0, 0.5}, {0.5, 0.5}, {0.5, 1}, {1, 1}}));
}

TEST(RocCurve, TiesSlantAndStraightPiecesAreOnePiece) {
  const std::vector<double> score = {0.5, 0.5, 0.5, 0.5};
  const std::vector<uint8_t> same = {1, 0, 1, 0};
  EXPECT_EQ(roc_curve(score, same), (Points{{0, 0}, {1, 1}}));
  const std::vector<double> apart = {0.9, 0.8, 0.2, 0.1};
  const std::vector<uint8_t> split = {1, 1, 0, 0};
  EXPECT_EQ(roc_curve(apart, split), (Points{{0, 0}, {0, 1}, {1, 1}}));
}

TEST(RocCurve, OneClassHasNone) {
  EXPECT_TRUE(roc_curve(std::vector<double>{0.1, 0.2}, std::vector<uint8_t>{1, 1}).empty());
  EXPECT_TRUE(roc_curve({}, {}).empty());
}

double area(const Points& curve) {
  double sum = 0;
  for (size_t i = 1; i < curve.size(); ++i)
    sum += (curve[i].first - curve[i - 1].first) * (curve[i].second + curve[i - 1].second) / 2;
  return sum;
}

TEST(RocCurve, AreaIsTheAucAndThinningHardlyMovesIt) {
  Rng rng(1, "test/roc");
  std::vector<double> score;
  std::vector<uint8_t> same;
  for (int i = 0; i < 5000; ++i) {
    same.push_back(rng.chance(0.3) ? 1 : 0);
    score.push_back(
        std::clamp(std::round(100 * (0.4 + 0.2 * same.back() + 0.2 * rng.normal())) / 100, 0.0, 1.0));
    if (i % 7 == 0) score.back() = rng.uniform();  // many distinct values too
  }
  const double exact = *auc(RankedItems(score, same).tally());
  EXPECT_NEAR(area(roc_curve(score, same, 100000)), exact, 1e-12);
  const auto thinned = roc_curve(score, same, 100);
  EXPECT_LE(thinned.size(), 101U);
  EXPECT_NEAR(area(thinned), exact, 2e-3);
  EXPECT_EQ(thinned.front(), std::pair(0.0, 0.0));
  EXPECT_EQ(thinned.back(), std::pair(1.0, 1.0));
}

TEST(ScoreHistogram, CountsEveryPairOnce) {
  const std::vector<double> score = {0, 0.049, 0.05, 0.5, 0.5, 0.999, 1};
  const std::vector<uint8_t> same = {0, 0, 1, 1, 0, 1, 1};
  const auto histogram = score_histogram(score, same, 20);
  EXPECT_EQ(histogram.different[0], 2U);
  EXPECT_EQ(histogram.same[1], 1U);
  EXPECT_EQ(histogram.same[19], 2U);
  EXPECT_EQ(histogram.unanswered_same, 1U);
  EXPECT_EQ(histogram.unanswered_different, 1U);
  EXPECT_EQ(histogram.same[10] + histogram.different[10], 0U) << "0.5 exactly is a non-answer";
}

}  // namespace
}  // namespace standfast::result
