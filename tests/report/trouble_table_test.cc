// What failed and what is missing of a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_cell;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;

TEST(TroubleTable, IsNotThereWhereAllIsWell) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  EXPECT_FALSE(trouble_table(run)) << "nothing was asked";
  add_cell(run, "iid", "ppm");
  EXPECT_FALSE(trouble_table(run));
}

TEST(TroubleTable, CellsThatFailedComeFirstThenWhatTheyShareThenWhatHasNotRun) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  add_cell(run, "iid", "ppm", 0);
  testing::fail(add_cell(run, "iid", "ppm", 1, 7), "out of memory");
  auto& other = add_cell(run, "iid", "ppm", 2, 7);
  other.corpus = "mails";
  testing::fail(other, "killed");
  run.failed_artifacts = {{"features of posts", "disk full"}};
  run.not_shown = {"summary of mails"};
  run.missing = {{{"posts", "iid", "ppm", 7, 3}, "posts / iid / ppm / seed 7 / fold 3"}};
  const auto table = trouble_table(run);
  ASSERT_TRUE(table);
  testing::expect_full(*table);
  EXPECT_EQ(table->name, "failed-cells");
  EXPECT_THAT(table->header, ElementsAre("cell", "what happened"));
  ASSERT_EQ(table->rows.size(), 5U) << "of all corpora";
  EXPECT_THAT(shown_cells(*table, 0),
              ElementsAre("posts / iid / ppm / seed 7 / fold 1", "failed: out of memory"));
  EXPECT_THAT(shown_cells(*table, 1), ElementsAre("mails / iid / ppm / seed 7 / fold 2", "failed: killed"));
  EXPECT_THAT(shown_cells(*table, 2),
              ElementsAre("features of posts", "failed, and with it every cell that needs it: disk full"));
  EXPECT_THAT(
      shown_cells(*table, 3),
      ElementsAre("summary of mails", "is not there yet; the report is without it, no score needs it"));
  EXPECT_THAT(shown_cells(*table, 4), ElementsAre("posts / iid / ppm / seed 7 / fold 3", "has not run yet"));
  EXPECT_TRUE(table->data_header.empty()) << "its CSV is what is shown";
}

// A fit that failed has a record for each side of its corpus, and one that has not run would have: one row.
TEST(TroubleTable, AFitCountsOnceWhateverSidesItHas) {
  RunRecords run = testing::bare_run("verification", {"iid", "iid/later"}, {"ppm"});
  testing::fail(add_cell(run, "iid", "ppm", 0), "killed");
  auto& side = add_cell(run, "iid/later", "ppm", 0);
  side.side = "later";
  testing::fail(side, "killed");
  run.missing = {{{"posts", "iid", "ppm", 1, 1}, "fold 1"},
                 {{"posts", "iid/later", "ppm", 1, 1}, "fold 1", "later"}};
  const auto table = trouble_table(run);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows.size(), 2U);
}

}  // namespace
}  // namespace standfast::report
