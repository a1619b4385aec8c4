// The table of spread over draws and over fits, from given findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::shown_cells;
using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(SpreadTable, ShowsOneMetricAndStoresAll) {
  const RunRecords run = testing::bare_run("classification", {"iid"}, {"a", "b"});
  Summary summary;
  summary.metrics = {"auc", "accuracy"};
  summary.default_metric = 1;
  EXPECT_FALSE(spread_table(run, summary, 0, {}));
  const auto table = spread_table(run, summary, 0,
                                  {{0, 0, 0, std::nullopt, std::nullopt, std::nullopt, 0, 0, 0},
                                   {0, 0, 1, 0.65, 0.0625, 0.125, 2, 3, 5, 5, 2},
                                   {0, 1, 0, std::nullopt, std::nullopt, std::nullopt, 0, 0, 0},
                                   {0, 1, 1, 0.5, std::nullopt, std::nullopt, 1, 1, 1}});
  ASSERT_TRUE(table);
  testing::expect_full(*table);
  EXPECT_EQ(table->name, "spread-posts");
  EXPECT_THAT(table->caption, StartsWith("Means of accuracy over the folds of a draw."));
  ASSERT_EQ(table->rows.size(), 2U) << "of the metric that is shown; the CSV has all";
  EXPECT_THAT(shown_cells(*table, 0), ElementsAre("iid", "a", "0.650", "0.062", "0.125"));
  EXPECT_EQ(table->rows[0][3].second, "2 draws");
  EXPECT_EQ(table->rows[0][4].second, "5 fits of 2 draws");
  EXPECT_THAT(shown_cells(*table, 1), ElementsAre("iid", "b", "0.500", "-", "-"));
  EXPECT_EQ(table->rows[1][4].second, "");
  ASSERT_EQ(table->data.size(), 4U);
  EXPECT_THAT(table->data[0], ElementsAre("posts", "iid", "a", "auc", "", "0", "", "0", "", "0"));
  EXPECT_THAT(table->data[1],
              ElementsAre("posts", "iid", "a", "accuracy", "0.65", "2", "0.0625", "3", "0.125", "5"));
}

}  // namespace
}  // namespace standfast::report
