// Precision, recall and F1 of classes, from answers that can be counted by hand.
#include "standfast/result/findings/scores_by_class.h"

#include <gtest/gtest.h>

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
  // Four documents of ann, of which one is found; nobody else is taken for ann.
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

}  // namespace
}  // namespace standfast::result
