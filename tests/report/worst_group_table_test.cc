// The table of the worst groups, from given findings.
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
using ::testing::HasSubstr;

RunRecords two_classes_of_topics() {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  run.target = "register";
  run.corpora[0].classes = {"ann", "bob"};
  run.corpora[0].tested_topics = {"wide", "worst", "small"};
  return run;
}

TEST(WorstGroupTable, NamesTheGroupsByTopicAndByTheTarget) {
  const std::vector<WorstGroup> found = {
      {0, 0, GroupedBy::topic, 1, 20, 0.5, Interval{0.25, 0.75}, 2, 3, 69, 69, 0.625, 0.125},
      {0, 0, GroupedBy::target, 1, 1034, 0.5, std::nullopt, 2, 2, 50, 69, 0.625, 0.0001}};
  const auto table = worst_group_table(two_classes_of_topics(), 0, found, 0.9);
  ASSERT_TRUE(table);
  expect_full(*table);
  EXPECT_EQ(table->name, "worst-groups-posts");
  EXPECT_THAT(table->caption, HasSubstr("groups with 20 test documents or more"));
  EXPECT_THAT(table->caption, HasSubstr("together at 90 %"));
  ASSERT_EQ(table->rows.size(), 2U);
  EXPECT_THAT(shown_cells(*table, 0),
              ElementsAre("iid", "a", "topic", "worst", "20", "0.500", "2 of 3", "0.625", "0.125"));
  EXPECT_EQ(table->rows[0][5].second, "[0.250, 0.750]");
  EXPECT_THAT(table->data[0], ElementsAre("posts", "iid", "a", "topic", "worst", "20", "0.5", "0.25", "0.75",
                                          "2", "3", "0.625", "0.125", "69", "69"));
  EXPECT_THAT(table->caption, HasSubstr("only documents with a value count"));
  EXPECT_THAT(shown_cells(*table, 1),
              ElementsAre("iid", "a", "register", "bob", "1,034", "0.500", "2", "0.625", "<0.001"));
  EXPECT_EQ(table->rows[1][5].second, "");
}

TEST(WorstGroupTable, NamesAGroupWithinAClassByBoth) {
  RunRecords run = two_classes_of_topics();
  run.group = "source";
  run.slices["posts"] = {{"source", {"blog", "news"}, {1, 0}, true}};
  const auto table = worst_group_table(
      run, 0, {{0, 0, GroupedBy::target_and_group, 3, 25, 0.2, std::nullopt, 4, 4, 345, 355, 0.8, 0.01}},
      0.95);
  ASSERT_TRUE(table);
  EXPECT_THAT(shown_cells(*table, 0),
              ElementsAre("iid", "a", "register, source", "bob, news", "25", "0.200", "4", "0.800", "0.010"));
}

TEST(WorstGroupTable, IsNotThereWithoutGroups) {
  EXPECT_FALSE(worst_group_table(two_classes_of_topics(), 0, {}, 0.95));
}

}  // namespace
}  // namespace standfast::report
