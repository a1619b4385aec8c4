// The table of scores by class, from given scores.
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

// ann: 3 documents, 3 answers, 2 right. cid: no document, 1 answer. dan: 1 document, no answer. eve: neither.
std::vector<ScoresByClass> four_classes() {
  const double third = 2.0 / 3;
  return {{1, 0, {{3, 3, 2, third, third, third}, {0, 1, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}, {}}}};
}

RunRecords two_conditions() {
  RunRecords run = testing::bare_run("classification", {"iid", "novel"}, {"a"});
  run.corpora[0].classes = {"ann", "cid", "dan", "eve"};
  return run;
}

TEST(ClassTable, HasARowForEachClassWithDocumentsOrAnswers) {
  const Table table = class_table(two_conditions(), 0, four_classes());
  expect_full(table);
  EXPECT_EQ(table.name, "classes-posts");
  EXPECT_THAT(table.header,
              ElementsAre("condition", "model", "class", "of it", "answered", "precision", "recall", "F1"));
  ASSERT_EQ(table.rows.size(), 3U) << "eve is neither a truth nor an answer";
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("novel", "a", "ann", "3", "3", "0.667", "0.667", "0.667"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "novel", "a", "ann", "3", "3", "2", exact(2.0 / 3),
                                         exact(2.0 / 3), exact(2.0 / 3)));
}

TEST(ClassTable, WithoutAnswersThereIsNoPrecisionAndWithoutDocumentsNoRecall) {
  const Table table = class_table(two_conditions(), 0, four_classes());
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("novel", "a", "cid", "0", "1", "0.000", "-", "0.000"));
  EXPECT_THAT(shown_cells(table, 2), ElementsAre("novel", "a", "dan", "1", "0", "-", "0.000", "0.000"));
  EXPECT_THAT(table.data[1], ElementsAre("posts", "novel", "a", "cid", "0", "1", "0", "0", "", "0"));
  EXPECT_THAT(table.data[2], ElementsAre("posts", "novel", "a", "dan", "1", "0", "0", "", "0", "0"));
}

}  // namespace
}  // namespace standfast::report
