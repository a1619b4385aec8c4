// The table of the data of classification, from few records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/class_tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_answers;
using standfast::testing::add_cell;
using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using standfast::testing::stored;
using ::testing::ElementsAre;

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

TEST(ClassDataTable, MeansAreOverFoldsAndTheBaselineIsOfEachFold) {
  RunRecords run = three_classes({"iid"});
  add_two_folds(run, "iid", "a");
  add_two_folds(run, "iid", "b");
  // The second fold of the first model failed: that of the other model says what was tested.
  testing::fail(run.cells[1], "out of memory");
  const Table table = class_data_table(run, 0);
  expect_full(table);
  EXPECT_EQ(table.title, "Data of every condition on posts");
  ASSERT_EQ(table.rows.size(), 1U);
  // Of all seven documents together the commonest class would have three.
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("iid", "2", "5.5", "3.5", "2.5 of 3", "3", "7", shown(5.0 / 7)));
  EXPECT_THAT(table.data[0],
              ElementsAre("posts", "iid", "2", "5.5", "3.5", "2.5", "3", "3", "7", exact(5.0 / 7)));
}

TEST(ClassDataTable, ADocumentThatTwoSeedsTestedIsOneDocument) {
  RunRecords run = three_classes({"iid"});
  run.seeds = {1, 2};
  for (const uint64_t seed : {1, 2})
    add_answers(run, add_cell(run, "iid", "a", 0, seed), {{0, 0, 0}, {1, 1, 1}});
  const Table table = class_data_table(run, 0);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(stored(table, 0, "folds"), "2");
  EXPECT_EQ(stored(table, 0, "tested_documents"), "2");
  EXPECT_EQ(stored(table, 0, "test_documents"), "2") << "the mean over folds";
  EXPECT_EQ(stored(table, 0, "tested_topics"), "0") << "no document has a topic";
}

TEST(ClassDataTable, ConditionsWithoutAFinishedCellAndOtherCorporaAreNoRows) {
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
  const Table table = class_data_table(run, 0);
  expect_full(table);
  EXPECT_THAT(testing::stored_column(table, "condition"), ElementsAre("iid", "iid/independent"));
  EXPECT_THAT(testing::stored_column(table, "folds"), ElementsAre("2", "2"));
  EXPECT_THAT(testing::stored_column(table, "tested_documents"), ElementsAre("7", "1"));
  EXPECT_TRUE(class_data_table(run, 1).rows.empty());
}

}  // namespace
}  // namespace standfast::report
