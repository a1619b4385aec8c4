// What each condition of a classification holds, from few records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/result/findings/data_counts.h"
#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

using standfast::testing::add_answers;
using standfast::testing::add_cell;

// Two folds of three classes: of the first, three of four documents are of one class, of the second two of
// three, of another class.
void add_two_folds(RunRecords& run, const std::string& condition, const std::string& model) {
  auto& first = add_cell(run, condition, model, 0);
  first.n_train = 6;
  first.train_classes = 3;
  add_answers(run, first, {{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 1, 1}, {3, 1, 1, 1}});
  auto& second = add_cell(run, condition, model, 1);
  second.n_train = 5;
  second.train_classes = 2;
  add_answers(run, second, {{4, 1, 0, 2}, {5, 1, 1, 2}, {6, 2, 1, 2}});
}

RunRecords three_classes(const std::vector<std::string>& conditions) {
  RunRecords run = testing::bare_run("classification", conditions, {"a", "b"});
  run.corpora[0].classes = {"x", "y", "z"};
  return run;
}

TEST(ClassData, MeansAreOverFoldsAndTheBaselineIsOfEachFold) {
  RunRecords run = three_classes({"iid"});
  add_two_folds(run, "iid", "a");
  add_two_folds(run, "iid", "b");
  // The second fold of the first model failed: that of the other model says what was tested.
  testing::fail(run.cells[1], "out of memory");
  const auto found = class_data(run, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].folds, 2U);
  EXPECT_DOUBLE_EQ(found[0].train, 5.5);
  EXPECT_DOUBLE_EQ(found[0].test, 3.5);
  EXPECT_DOUBLE_EQ(found[0].train_classes, 2.5);
  EXPECT_EQ(found[0].tested_topics, 3U);
  EXPECT_EQ(found[0].tested_documents, 7U);
  // Of all seven documents together the commonest class would have three.
  EXPECT_DOUBLE_EQ(found[0].majority, 5.0 / 7);
}

TEST(ClassData, ADocumentThatTwoSeedsTestedIsOneDocument) {
  RunRecords run = three_classes({"iid"});
  run.seeds = {1, 2};
  for (const uint64_t seed : {1, 2})
    add_answers(run, add_cell(run, "iid", "a", 0, seed), {{0, 0, 0}, {1, 1, 1}});
  const auto found = class_data(run, 0);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].folds, 2U);
  EXPECT_EQ(found[0].tested_documents, 2U);
  EXPECT_DOUBLE_EQ(found[0].test, 2) << "the mean over folds";
  EXPECT_EQ(found[0].tested_topics, 0U) << "no document has a topic";
}

TEST(ClassData, IsOfConditionsWithAFinishedCellOfTheCorpus) {
  RunRecords run = three_classes({"iid", "novel", "unasked", "iid/independent"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  run.corpora[1].classes = run.corpora[0].classes;
  add_two_folds(run, "iid", "a");
  testing::fail(add_cell(run, "novel", "a"), "no topic is left");
  // A side is asked in every fold: one document, two folds.
  for (const uint32_t fold : {0, 1}) {
    auto& side = add_cell(run, "iid/independent", "a", fold);
    side.side = "independent";
    add_answers(run, side, {{7, 2, 2}});
  }
  const auto found = class_data(run, 0);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].condition, 0U);
  EXPECT_EQ(found[1].condition, 3U);
  EXPECT_EQ(found[0].tested_documents, 7U);
  EXPECT_EQ(found[1].tested_documents, 1U);
  EXPECT_EQ(found[1].folds, 2U);
  EXPECT_TRUE(class_data(run, 1).empty());
}

}  // namespace
}  // namespace standfast::result
