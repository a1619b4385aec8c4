// The table of the data of verification, from findings that are given.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

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

}  // namespace
}  // namespace standfast::report
