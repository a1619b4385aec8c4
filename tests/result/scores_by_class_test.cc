// Precision, recall and F1 of classes and their intervals, from answers counted by hand.
#include "standfast/result/findings/scores_by_class.h"

#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

using standfast::testing::add_answers;
using standfast::testing::add_cell;

RunRecords five_classes() {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  run.corpora[0].classes = {"ann", "bob", "cid", "dan", "eve"};
  return run;
}

void expect_counts(const ClassScores& of, uint64_t support, uint64_t predicted, uint64_t right) {
  EXPECT_EQ(of.support, support);
  EXPECT_EQ(of.predicted, predicted);
  EXPECT_EQ(of.right, right);
}

// ann: 3 documents, 3 answers, 2 right. bob: 2, 2, 1. cid: no document, 1 answer. dan: 1 document, no answer.
// eve: neither.
TEST(ScoresByClass, CountsWhatIsOfAClassAnsweredWithItAndRight) {
  RunRecords run = five_classes();
  add_answers(run, add_cell(run, "iid", "a", 0), {{0, 0, 0}, {1, 0, 0}, {2, 0, 1}, {3, 1, 1}});
  add_answers(run, add_cell(run, "iid", "a", 1), {{4, 1, 2}, {5, 3, 0}});
  const auto found = scores_by_class(run, 0, 0, 0, pooled_items(run, 0, 0, 0), 0.95);
  ASSERT_EQ(found.classes.size(), 5U);
  expect_counts(found.classes[0], 3, 3, 2);
  expect_counts(found.classes[1], 2, 2, 1);
  expect_counts(found.classes[2], 0, 1, 0);
  expect_counts(found.classes[3], 1, 0, 0);
  expect_counts(found.classes[4], 0, 0, 0);
  EXPECT_DOUBLE_EQ(found.classes[0].f1, 2.0 / 3);
}

TEST(ScoresByClass, PrecisionIsOfTheAnswersAndRecallOfTheDocuments) {
  RunRecords run = five_classes();
  // Of four documents of ann one is found, and no other document is taken for ann.
  add_answers(run, add_cell(run, "iid", "a"), {{0, 0, 0}, {1, 0, 1}, {2, 0, 1}, {3, 0, 1}});
  const auto ann = scores_by_class(run, 0, 0, 0, pooled_items(run, 0, 0, 0), 0.95).classes[0];
  EXPECT_DOUBLE_EQ(ann.precision, 1);
  EXPECT_DOUBLE_EQ(ann.recall, 0.25);
  EXPECT_DOUBLE_EQ(ann.f1, 0.4);
}

// A document without an answer is still a document of its class.
TEST(ScoresByClass, NoAnswerIsNoAnswerOfAnyClass) {
  RunRecords run = five_classes();
  add_answers(run, add_cell(run, "iid", "a"), {{0, 1, 1}, {1, 1, kNoCode}});
  const auto found = scores_by_class(run, 0, 0, 0, pooled_items(run, 0, 0, 0), 0.95);
  expect_counts(found.classes[1], 2, 1, 1);
  for (const size_t other : {0, 2, 3, 4}) expect_counts(found.classes[other], 0, 0, 0);
}

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

// Computes F1 and recall if answer `changed` counts `weight` times.
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
