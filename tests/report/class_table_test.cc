// Precision, recall and F1 of classes, from answers that can be counted by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/class_tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_answers;
using standfast::testing::add_cell;
using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;

RunRecords four_classes(const std::vector<std::string>& models) {
  RunRecords run = testing::bare_run("classification", {"iid"}, models);
  run.corpora[0].classes = {"ann", "bob", "cid", "dan", "eve"};
  return run;
}

// ann: 3 documents, 3 answers, 2 right. bob: 2, 2, 1. cid: no document, 1 answer. dan: 1 document, no answer.
// eve: neither.
TEST(ClassTable, CountsWhatIsOfAClassAnsweredWithItAndRight) {
  RunRecords run = four_classes({"a"});
  add_answers(run, add_cell(run, "iid", "a", 0), {{0, 0, 0}, {1, 0, 0}, {2, 0, 1}, {3, 1, 1}});
  add_answers(run, add_cell(run, "iid", "a", 1), {{4, 1, 2}, {5, 3, 0}});
  const Table table = class_table(run, Summary(), 0);
  expect_full(table);
  EXPECT_EQ(table.name, "classes-posts");
  EXPECT_THAT(table.header,
              ElementsAre("condition", "model", "class", "of it", "answered", "precision", "recall", "F1"));
  ASSERT_EQ(table.rows.size(), 4U) << "eve is neither a truth nor an answer";
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "a", "ann", "3", "3", "0.667", "0.667", "0.667"));
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("iid", "a", "bob", "2", "2", "0.500", "0.500", "0.500"));
  EXPECT_THAT(shown_cells(table, 2), ElementsAre("iid", "a", "cid", "0", "1", "0.000", "-", "0.000"));
  EXPECT_THAT(shown_cells(table, 3), ElementsAre("iid", "a", "dan", "1", "0", "-", "0.000", "0.000"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "a", "ann", "3", "3", "2", exact(2.0 / 3),
                                         exact(2.0 / 3), exact(2.0 / 3)));
  EXPECT_THAT(table.data[2], ElementsAre("posts", "iid", "a", "cid", "0", "1", "0", "0", "", "0"));
  EXPECT_THAT(table.data[3], ElementsAre("posts", "iid", "a", "dan", "1", "0", "0", "", "0", "0"));
}

TEST(ClassTable, PrecisionIsOfTheAnswersAndRecallOfTheDocuments) {
  RunRecords run = four_classes({"a"});
  // Four documents of ann, of which one is found; nobody else is taken for ann.
  add_answers(run, add_cell(run, "iid", "a"), {{0, 0, 0}, {1, 0, 1}, {2, 0, 1}, {3, 0, 1}});
  const Table table = class_table(run, Summary(), 0);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "a", "ann", "4", "1", "1.000", "0.250", "0.400"));
}

// A document without an answer is still a document of its class.
TEST(ClassTable, NoAnswerIsNoAnswerOfAnyClass) {
  RunRecords run = four_classes({"a"});
  add_answers(run, add_cell(run, "iid", "a"), {{0, 1, 1}, {1, 1, kNoCode}});
  const Table table = class_table(run, Summary(), 0);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "a", "bob", "2", "1", "1.000", "0.500", "0.667"));
}

TEST(ClassTable, LeavesOutTheChanceModelAndWhatHasNotFinished) {
  RunRecords run = four_classes({"guess", "a", "b"});
  for (const char* model : {"guess", "a", "b"}) add_answers(run, add_cell(run, "iid", model), {{0, 0, 0}});
  testing::fail(run.cells[2], "out of memory");
  Summary summary;
  summary.chance_model = 0;
  const Table table = class_table(run, summary, 0);
  EXPECT_THAT(testing::stored_column(table, "model"), ElementsAre("a"));
}

}  // namespace
}  // namespace standfast::report
