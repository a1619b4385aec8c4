// Tables of scores by the value of a column, and of scores with and without near duplicates of training
// documents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using standfast::testing::stored;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Summary shows_auc(const RunRecords& run) {
  Summary summary;
  summary.metrics = {"c@1", "auc"};
  summary.default_metric = 1;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m)
      summary.cells.push_back({.corpus = 0, .condition = c, .model = m, .folds = 2, .metrics = {}});
  return summary;
}

// Makes three values: 2,010 items with a score and an interval, a score that some folds do not define, and no
// score.
SliceScores of_three_values() {
  SliceScores slices;
  slices.column = "source";
  slices.values = {"blog", "forum", "mail"};
  SlicedCell cell;
  cell.condition = 1;
  cell.scores.resize(3);
  cell.scores[0] = {0, {0.8, Interval{0.7, 0.875}, 0, ""}, 2010, 2010};
  cell.scores[1] = {1, {0.5, {}, 0, "", "fewer than 6 authors (5)"}, 1200, 1400};
  cell.scores[2] = {2, {{}, {}, 0, "defined in no fold"}, 0, 3};
  cell.mixed = 7000;
  cell.without = 4;
  cell.n = 2010 + 1400 + 3 + 7000 + 4;
  slices.cells = {cell};
  return slices;
}

TEST(SliceTable, HasARowForEachValueAndForWhatIsInNone) {
  const RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {"ppm"});
  const Table table = slice_table(run, shows_auc(run), 0, of_three_values(), 0.9);
  expect_full(table);
  EXPECT_EQ(table.name, "slices-posts--source");
  EXPECT_EQ(table.title, "Scores by source on posts: auc");
  EXPECT_THAT(table.header, ElementsAre("condition", "model", "source", "n", "auc"));
  ASSERT_EQ(table.rows.size(), 5U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("novel", "ppm", "blog", "2,010", "0.800"));
  EXPECT_EQ(table.rows[0][4].second, "[0.700, 0.875]");
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("novel", "ppm", "forum", "1,200 of 1,400", "0.500"));
  EXPECT_EQ(table.rows[1][4].second, "fewer than 6 authors (5)");
  EXPECT_THAT(shown_cells(table, 2), ElementsAre("novel", "ppm", "mail", "0 of 3", "-"));
  EXPECT_EQ(table.rows[2][4].second, "defined in no fold");
  EXPECT_THAT(shown_cells(table, 3), ElementsAre("novel", "ppm", "in no slice: two values", "7,000", "-"));
  EXPECT_THAT(shown_cells(table, 4), ElementsAre("novel", "ppm", "in no slice: no value", "4", "-"));
  EXPECT_THAT(table.data_header, ElementsAre("corpus", "condition", "model", "column", "value", "metric",
                                             "score", "low", "high", "n_used", "n", "note"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "novel", "ppm", "source", "blog", "auc", "0.8", "0.7",
                                         "0.875", "2010", "2010", ""));
  EXPECT_THAT(table.data[1], ElementsAre("posts", "novel", "ppm", "source", "forum", "auc", "0.5", "", "",
                                         "1200", "1400", "fewer than 6 authors (5)"));
  EXPECT_THAT(table.data[2], ElementsAre("posts", "novel", "ppm", "source", "mail", "auc", "", "", "", "0",
                                         "3", "defined in no fold"));
  EXPECT_THAT(table.data[3], ElementsAre("posts", "novel", "ppm", "source", "", "auc", "", "", "", "0",
                                         "7000", "in no slice: two values"));
}

TEST(SliceTable, SaysOnHowManyFoldsAModelRests) {
  const RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {"ppm"});
  Summary summary = shows_auc(run);
  EXPECT_EQ(slice_table(run, summary, 0, of_three_values(), 0.9).rows[0][1].second, "");
  summary.cells[1].failed = 1;
  EXPECT_EQ(slice_table(run, summary, 0, of_three_values(), 0.9).rows[0][1].second, "2 of 3 folds");
}

// The sum of n over the rows of a cell is the number of its test items.
TEST(SliceTable, CountsEveryTestItemOnce) {
  const RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {"ppm"});
  const SliceScores slices = of_three_values();
  const Table table = slice_table(run, shows_auc(run), 0, slices, 0.9);
  uint64_t n = 0;
  for (const auto& field : testing::stored_column(table, "n")) n += std::stoull(field);
  EXPECT_EQ(n, slices.cells[0].n);
}

TEST(SliceTable, ItemsThatAreAllInASliceHaveNoOtherRow) {
  const RunRecords run = testing::bare_run("classification", {"iid", "novel"}, {"bayes"});
  SliceScores slices = of_three_values();
  slices.cells[0].mixed = slices.cells[0].without = 0;
  EXPECT_EQ(slice_table(run, shows_auc(run), 0, slices, 0.9).rows.size(), 3U);
}

TEST(SliceTable, TheCaptionSpeaksOfTheItemsOfTheTask) {
  const auto caption = [](const char* task, size_t left_out) {
    SliceScores slices = of_three_values();
    slices.left_out = left_out;
    const RunRecords run = testing::bare_run(task, {"iid", "novel"}, {"m"});
    return slice_table(run, shows_auc(run), 0, slices, 0.9).caption;
  };
  EXPECT_THAT(
      caption("verification", 0),
      AllOf(StartsWith("The auc of the test pairs both of whose documents have the value (mean over folds)"),
            HasSubstr("its 90 % interval"), HasSubstr("pairs across two values"),
            Not(HasSubstr("left out"))));
  EXPECT_THAT(caption("classification", 0),
              AllOf(HasSubstr("test documents that have the value (all folds and seeds together)"),
                    HasSubstr("In no slice: documents without a value."), Not(HasSubstr("pairs"))));
  EXPECT_THAT(caption("classification", 12), HasSubstr("The 12 values with fewest documents are left out."));
}

// The columns of names and notes are listed as text, so all other columns are numbers in JSON.
TEST(SliceTable, ColumnsOfWordsAreNamed) {
  const RunRecords run = testing::bare_run("verification", {"iid", "novel"}, {"m"});
  const Table table = slice_table(run, shows_auc(run), 0, {}, 0.9);
  EXPECT_TRUE(table.rows.empty());
  EXPECT_THAT(table.texts, ElementsAre("corpus", "condition", "model", "column", "value", "metric", "note"));
}

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
