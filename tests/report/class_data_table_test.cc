// The table of the data of classification, from findings that are given.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;

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

}  // namespace
}  // namespace standfast::report
