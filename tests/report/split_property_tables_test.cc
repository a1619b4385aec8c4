// Tables of the properties of splits, from given findings.
#include <gmock/gmock.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::shown_cells;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

SplitProperties two_conditions(size_t measures) {
  SplitProperties found;
  found.analyses = {"overlap"};
  found.draws = 3;
  found.conditions = 2;
  for (size_t c = 0; c < 2; ++c)
    for (size_t k = 0; k < measures; ++k) {
      SplitProperty one{.analysis = 0,
                        .condition = c,
                        .group = "",
                        .name = fmt::format("m{}", k),
                        .property = k == 0,
                        .draws = {{1, .25, 8, 10, ""}, {2, .75, 9, 10, "mean of 1 of 2 folds"}},
                        .mean = .5,
                        .sd = .125,
                        .defined = 2,
                        .draws_there = 2};
      if (c == 1) {
        one.draws = {{1, std::nullopt, 0, 10, "no words"}};
        one.mean = one.sd = std::nullopt;
        one.defined = 0;
        one.draws_there = 1;
      }
      found.measures.push_back(one);
    }
  PropertyCorrelation r{"overlap m0", 3, 3, .5, .25, .25, ""},
      none{"overlap m0", 1, 2, {}, {}, {}, "too few"};
  found.correlations = {{0, false, r}, {0, true, none}};
  return found;
}

TEST(SplitPropertyTables, AConditionIsAColumn) {
  const RunRecords run = testing::bare_run("classification", {"iid", "novel"}, {"a"});
  const Table table = split_property_table(run, 0, two_conditions(2));
  testing::expect_full(table);
  EXPECT_EQ(table.name, "split-properties-posts");
  EXPECT_THAT(table.header, ElementsAre("property", "iid", "novel"));
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("overlap", "0.500", "-"));
  EXPECT_EQ(table.rows[0][0].second, "m0");
  EXPECT_EQ(table.rows[0][1].second, "SD 0.125");
  EXPECT_EQ(table.rows[0][1].third, "n 17 of 20");
  EXPECT_EQ(table.rows[0][2].second, "no words");
  EXPECT_THAT(testing::stored_column(table, "seed"),
              ElementsAre("all", "1", "2", "all", "1", "2", "all", "1", "all", "1"));
  EXPECT_EQ(testing::stored(table, 0, "used"), "17");
  EXPECT_EQ(testing::stored(table, 2, "value"), "0.75");
  EXPECT_EQ(testing::stored(table, 2, "note"), "mean of 1 of 2 folds");
}

TEST(SplitPropertyTables, OfManyMeasuresOnlyPropertiesAreShown) {
  const RunRecords run = testing::bare_run("classification", {"iid", "novel"}, {"a"});
  const Table table = split_property_table(run, 0, two_conditions(50));
  EXPECT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.data.size(), 50U * 5);
  EXPECT_THAT(table.caption, HasSubstr("Of 50 measures"));
}

TEST(SplitPropertyTables, CorrelationsOfDrawsAndConditionsStandSideBySide) {
  const RunRecords run = testing::bare_run("classification", {"iid", "novel"}, {"a"});
  Summary summary;
  summary.metrics = {"accuracy"};
  const Table table = split_correlation_table(run, summary, 0, two_conditions(2));
  testing::expect_full(table);
  EXPECT_EQ(table.name, "split-correlations-posts");
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("overlap m0", "a", "+0.500", "0.250", "0.250", "3 of 3", "-", "-", "-", "1 of 2"));
  EXPECT_EQ(table.rows[0][6].second, "too few");
  EXPECT_THAT(testing::stored_column(table, "points"), ElementsAre("draws", "conditions"));
  EXPECT_THAT(table.caption, HasSubstr("each of 3 draws is a point"));
}

}  // namespace
}  // namespace standfast::report
