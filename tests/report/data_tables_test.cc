// Tables of the data of verification and classification, from given findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/page/run_comparison.h"
#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;

TEST(DataTable, HasARowForEachConditionThatWasFound) {
  const RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  const Table table = data_table(run, 0, {{0, 1, 2, 1050, 2000, 0.25, 40, 10, 4000.5, 1000, 8, 2.5, 0.125}});
  testing::expect_full(table);
  EXPECT_EQ(table.name, "data-posts");
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "2", "1,050", "2,000", "25 %", "40", "10",
                                                 "4,001 / 1,000", "8.0 / 2.5", "12 %"));
  EXPECT_THAT(table.data_header,
              ElementsAre("corpus", "condition", "seeds", "folds", "train_pairs", "test_pairs",
                          "same_test_share", "train_authors", "test_authors", "train_documents",
                          "test_documents", "train_topics", "test_topics", "copied_share"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "1", "2", "1050", "2000", "0.25", "40", "10",
                                         "4000.5", "1000", "8", "2.5", "0.125"));
}

TEST(DataTable, WhatIsNotKnownIsADashAndAnEmptyField) {
  const RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {"ppm"});
  PairData unknown;
  unknown.condition = 1;
  const Table table = data_table(run, 0, {unknown});
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("novel", "0", "-", "-", "-", "-", "-", "- / -", "- / -", "-"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "novel", "0", "0", "", "", "", "", "", "", "", "", "", ""));
}

TEST(ClassDataTable, HasARowForEachConditionThatWasFound) {
  RunRecords run = testing::bare_run("classification", {"iid", "novel", "iid/independent"}, {"a"});
  run.corpora[0].classes = {"x", "y", "z"};
  const std::vector<ClassData> found = {{0, 2, 5.5, 3.5, 2.5, 3, 1007, 5.0 / 7, 0.75},
                                        {2, 4, 9, 8, 3, 0, 8, 0.5}};
  const Table table = class_data_table(run, 0, found);
  expect_full(table);
  EXPECT_EQ(table.name, "data-posts");
  EXPECT_EQ(table.title, "Data of every condition on posts");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("iid", "2", "5.5", "3.5", "2.5 of 3", "3", "1,007", "75 %", shown(5.0 / 7)));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "2", "5.5", "3.5", "2.5", "3", "3", "1007",
                                         exact(5.0 / 7), "0.75"));
  EXPECT_THAT(shown_cells(table, 1),
              ElementsAre("iid/independent", "4", "9.0", "8.0", "3.0 of 3", "0", "8", "-", "0.500"));
  EXPECT_TRUE(class_data_table(run, 0, {}).rows.empty());
}

TEST(PriorTable, SharesAreOfAllPairsOfTheCondition) {
  const RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {"ppm"});
  const Table table = prior_table(run, 0, {{0, 4000, 1000, 80, 50, 70}, {1, 0, 0, 4, 1, 3}});
  testing::expect_full(table);
  EXPECT_EQ(table.name, "priors-posts");
  EXPECT_EQ(table.title, "Class priors on posts");
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "4,000", "80", "25 %", "62 %", "0.875"));
  EXPECT_THAT(table.data_header, ElementsAre("corpus", "condition", "train_pairs", "test_pairs", "same_train",
                                             "same_test", "majority_accuracy"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "4000", "80", "1000", "50", "0.875"));
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("novel", "0", "4", "-", "25 %", "0.750"));
}

TEST(CompareData, DocumentsOfClassificationAndPairsOfVerification) {
  for (const auto& [task, items, others] : {std::tuple("classification", "documents", "pairs"),
                                            std::tuple("verification", "pairs", "documents")}) {
    RunRecords run = testing::bare_run(task, {"iid"}, {"a"});
    run.corpora[0].classes = {"ann", "bob"};
    if (run.task == "classification")
      testing::add_answers(run, testing::add_cell(run, "iid", "a"), {{0, 0, 0}, {1, 1, 1}});
    else
      testing::add_cell(run, "iid", "a").n_test = 2;
    const auto found = compare_data(run);
    ASSERT_TRUE(found) << task;
    ASSERT_FALSE(found->tables.empty());
    const auto& header = found->tables[0].header;
    EXPECT_THAT(header, ::testing::Contains(std::string("test ") + items))
        << ::testing::PrintToString(header);
    EXPECT_THAT(header, ::testing::Not(::testing::Contains(std::string("test ") + others)));
  }
}

}  // namespace
}  // namespace standfast::report
