// Scores with and without near duplicates of training, as a table of findings that are given.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::shown_cells;
using standfast::testing::stored;
using ::testing::ElementsAre;

TEST(NearTable, SaysOnHowManyFoldsAndItemsItRests) {
  const RunRecords run = testing::bare_run("classification", {"iid"}, {"whole", "gap"});
  Summary summary;
  summary.metrics = {"f1", "accuracy"};
  summary.default_metric = 1;
  for (size_t m = 0; m < 2; ++m) {
    CellSummary cell{.corpus = 0, .condition = 0, .model = m, .folds = 3, .metrics = {}};
    cell.metrics.resize(2);
    cell.metrics[1].n_total = 90;
    summary.cells.push_back(cell);
  }
  summary.cells[1].folds = 2;
  summary.cells[1].failed = 1;
  NearScores near{0.8, "words", {}};
  NearScore one;
  one.n = 90;
  one.flagged = 9;
  one.all.value = .75;
  one.without.value = .5;
  one.difference.estimate.value = -.25;
  one.difference.estimate.interval = Interval{-.5, -.125};
  near.scores = {one, one};
  near.scores[1].model = 1;
  near.scores[1].n = 60;
  const Table table = near_table(run, summary, 0, near, .95);
  testing::expect_full(table);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "whole", "9 of 90", "0.750", "0.500", "-0.250"));
  EXPECT_EQ(table.rows[0][1].second, "");
  EXPECT_EQ(table.rows[1][1].second, "2 of 3 folds");
  EXPECT_EQ(stored(table, 0, "n_total"), "90");
  EXPECT_EQ(stored(table, 1, "n"), "60");
  EXPECT_EQ(stored(table, 1, "n_total"), "90");
}

}  // namespace
}  // namespace standfast::report
