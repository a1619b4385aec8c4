// The table of the overlap of test sets, from given findings.
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
using ::testing::Not;

TEST(TestOverlapTable, ShowsSharesAndChance) {
  const RunRecords run = testing::bare_run("classification", {"iid", "closest", "subset"}, {"a"});
  TestOverlaps found;
  found.pairs = {{1, 1, 3, .9375, .0625, .125, 1730}, {1, 2, 1, .5, std::nullopt, .125, 1730.5}};
  found.all_tested = {0};
  const Table table = test_overlap_table(run, 0, found);
  testing::expect_full(table);
  EXPECT_EQ(table.name, "test-overlap-posts");
  EXPECT_THAT(table.caption, HasSubstr("Not applicable to \"iid\": every document is tested."));
  EXPECT_THAT(table.caption, Not(HasSubstr("One draw only")));
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("closest", "another draw of it", "93.8 %", "12.5 %", "3", "1730"));
  EXPECT_EQ(table.rows[0][2].second, "SD 6.2");
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("closest", "subset", "50.0 %", "12.5 %", "1", "1730"));
  EXPECT_EQ(table.rows[1][2].second, "");
  EXPECT_THAT(table.data[0],
              ElementsAre("posts", "closest", "closest", "0.9375", "0.0625", "0.125", "3", "1730"));
  EXPECT_THAT(table.data[1], ElementsAre("posts", "closest", "subset", "0.5", "", "0.125", "1", "1730.5"));
}

}  // namespace
}  // namespace standfast::report
