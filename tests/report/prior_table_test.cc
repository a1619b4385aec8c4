// Class priors and the majority baseline of verification, as a table of counts that are given.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::shown_cells;
using ::testing::ElementsAre;

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

}  // namespace
}  // namespace standfast::report
