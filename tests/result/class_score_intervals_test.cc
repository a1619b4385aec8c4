// How F1 and recall of a class move with each answer, against a small change of its weight.
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/result/findings/scores_by_class.h"

namespace standfast::result {
namespace {

PooledItems drawn_answers(size_t n) {
  PooledItems items;
  items.classes = 3;
  Rng rng(3, "test/class-scores");
  for (size_t i = 0; i < n; ++i) {
    items.truth.push_back(static_cast<uint32_t>(rng.below(3)));
    items.predicted.push_back(rng.chance(0.6) ? items.truth.back() : static_cast<uint32_t>(rng.below(3)));
  }
  return items;
}

// F1 and recall where answer `changed` counts `weight` times.
std::pair<double, double> weighted_scores(const PooledItems& items, uint32_t klass, size_t changed,
                                          double weight) {
  double right = 0, of_it = 0, answered = 0;
  for (size_t i = 0; i < items.size(); ++i) {
    const double w = i == changed ? weight : 1;
    of_it += items.truth[i] == klass ? w : 0;
    answered += items.predicted[i] == klass ? w : 0;
    right += items.truth[i] == klass && items.predicted[i] == klass ? w : 0;
  }
  return {2 * right / (of_it + answered), right / of_it};
}

TEST(ClassScoreIntervals, InfluenceIsTheDerivativeByTheWeightOfAnAnswer) {
  const PooledItems items = drawn_answers(60);
  for (uint32_t klass = 0; klass < 3; ++klass) {
    ClassScores scores;
    for (size_t i = 0; i < items.size(); ++i) {
      scores.support += items.truth[i] == klass ? 1 : 0;
      scores.predicted += items.predicted[i] == klass ? 1 : 0;
      scores.right += items.truth[i] == klass && items.predicted[i] == klass ? 1 : 0;
    }
    std::tie(scores.f1, scores.recall) = weighted_scores(items, klass, 0, 1);
    const auto f1 = f1_influence(items, klass, scores), recall = recall_influence(items, klass, scores);
    EXPECT_NEAR(std::accumulate(f1.begin(), f1.end(), 0.0), 0, 1e-12);
    EXPECT_NEAR(std::accumulate(recall.begin(), recall.end(), 0.0), 0, 1e-12);
    for (size_t i = 0; i < items.size(); ++i) {
      constexpr double kStep = 1e-5;
      const auto more = weighted_scores(items, klass, i, 1 + kStep),
                 less = weighted_scores(items, klass, i, 1 - kStep);
      EXPECT_NEAR(f1[i], (more.first - less.first) / (2 * kStep), 1e-8);
      EXPECT_NEAR(recall[i], (more.second - less.second) / (2 * kStep), 1e-8);
    }
  }
}

}  // namespace
}  // namespace standfast::result
