// The table of models against spaces, from given findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::shown_cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CrossSpaceTable, SaysWhatRowsAndColumnsAre) {
  RunRecords run = testing::bare_run("classification", {"x", "y"}, {"a", "b"});
  run.conditions[0].space = SpaceOrigin{true, "a", {}, "a"};
  run.conditions[1].space = SpaceOrigin{false, "lsa", {}, "lsa, then umap"};
  Summary summary;
  summary.metrics = {"f1", "accuracy"};
  summary.default_metric = 1;
  for (size_t c = 0; c < 2; ++c)
    for (size_t m = 0; m < 2; ++m) {
      CellSummary cell{.corpus = 0, .condition = c, .model = m, .metrics = {}};
      cell.metrics.resize(2);
      cell.metrics[1].score.value = .25 + .25 * static_cast<double>(c) + .125 * static_cast<double>(m);
      cell.metrics[1].score.interval = Interval{.125, .75};
      cell.metrics[1].n_used = m == 0 ? 40 : 30;
      cell.metrics[1].n_total = 40;
      summary.cells.push_back(cell);
    }
  summary.cells[3].metrics[1].score = {};
  const CrossSpace found{{0, 1}, {0, 1}, {true, false, false, false}, {.25, .5, .375, {}}, {.25, .5}, 1};
  const Table table = cross_space_table(run, summary, 0, found, .95);
  testing::expect_full(table);
  EXPECT_EQ(table.name, "cross-space-posts");
  EXPECT_THAT(table.caption,
              HasSubstr("A row is a model that is trained and tested. A column is a condition"));
  EXPECT_THAT(table.caption, HasSubstr("the mean of each column over 1 model:"));
  EXPECT_THAT(table.header, ElementsAre("tested model", "x (space: a)", "y (space: lsa, then umap)"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("a", "0.250 [0.125, 0.750]", "0.500 [0.125, 0.750]"));
  EXPECT_EQ(table.rows[0][1].second, "own space");
  EXPECT_EQ(table.rows[0][2].second, "");
  EXPECT_EQ(table.rows[1][1].second, "n 30 of 40");
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("b", "0.375 [0.125, 0.750]", "-"));
  EXPECT_THAT(shown_cells(table, 2), ElementsAre("mean of the column", "0.250", "0.500"));
  ASSERT_EQ(table.data.size(), 4U);
  EXPECT_THAT(table.data[0],
              ElementsAre("posts", "a", "x", "a", "true", "accuracy", "0.25", "0.125", "0.75", "40", "40"));
  EXPECT_EQ(testing::stored(table, 3, "score"), "");
}

}  // namespace
}  // namespace standfast::report
