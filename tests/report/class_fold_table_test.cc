// Every fold of a run of classification, from few records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::add_cell;
using standfast::testing::expect_full;
using standfast::testing::shown_cells;
using ::testing::ElementsAre;

Summary of_accuracy_and_auc() {
  Summary summary;
  summary.metrics = {"accuracy", "auc"};
  return summary;
}

TEST(ClassFoldTable, SaysOfEachRecordWhatItScoredOrWhyNot) {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  auto& scored = add_cell(run, "iid", "a", 0, 3);
  scored.n_train = 5000;
  scored.n_test = 1234;
  // In another order than that of the summary.
  scored.scores = {{"auc", 0.75, 1234, 1234}, {"accuracy", 2.0 / 3, 1234, 1234}};
  auto& undefined = add_cell(run, "iid", "a", 1, 3);
  undefined.n_train = 6000;
  undefined.n_test = 7;
  undefined.scores = {{"accuracy", 0, 7, 7}, {"auc", std::nullopt, 0, 7}};
  auto& failed = add_cell(run, "iid", "a", 2, 3);
  failed.n_train = 6100;
  testing::fail(failed, "killed, out of memory");
  const Table table = class_fold_table(run, of_accuracy_and_auc(), 0);
  expect_full(table);
  EXPECT_THAT(table.header, ElementsAre("condition", "model", "seed", "fold", "n", "accuracy", "auc"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "a", "3", "0", "1,234", "0.667", "0.750"));
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("iid", "a", "3", "1", "7", "0.000", "-"));
  EXPECT_THAT(shown_cells(table, 2), ElementsAre("iid", "a", "3", "2", "0", "failed", "failed"));
  EXPECT_THAT(table.data_header, ElementsAre("corpus", "condition", "model", "seed", "fold", "status",
                                             "n_train", "n_test", "accuracy", "auc", "reason"));
  EXPECT_THAT(table.data[0],
              ElementsAre("posts", "iid", "a", "3", "0", "ok", "5000", "1234", exact(2.0 / 3), "0.75", ""));
  EXPECT_THAT(table.data[1], ElementsAre("posts", "iid", "a", "3", "1", "ok", "6000", "7", "0", "", ""));
  EXPECT_THAT(table.data[2], ElementsAre("posts", "iid", "a", "3", "2", "failed", "6100", "0", "", "",
                                         "killed, out of memory"));
}

// Answers that a program gave elsewhere may lack a metric altogether.
TEST(ClassFoldTable, AMetricThatTheRecordDoesNotHaveIsADash) {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  add_cell(run, "iid", "a").scores = {{"accuracy", 0.5, 4, 4}};
  const Table table = class_fold_table(run, of_accuracy_and_auc(), 0);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "a", "1", "0", "0", "0.500", "-"));
  EXPECT_EQ(testing::stored(table, 0, "auc"), "");
}

TEST(ClassFoldTable, RowsAreOfTheCorpusInTheOrderOfTheRecords) {
  RunRecords run = testing::bare_run("classification", {"novel", "iid", "iid/independent"}, {"b", "a"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  add_cell(run, "novel", "b");
  add_cell(run, "novel", "a").corpus = "mails";
  add_cell(run, "iid", "a");
  add_cell(run, "iid/independent", "a").side = "independent";
  const Table posts = class_fold_table(run, of_accuracy_and_auc(), 0);
  EXPECT_EQ(posts.name, "folds-posts");
  EXPECT_THAT(testing::stored_column(posts, "condition"), ElementsAre("novel", "iid", "iid/independent"));
  const Table mails = class_fold_table(run, of_accuracy_and_auc(), 1);
  EXPECT_EQ(mails.title, "Scores of every fold on mails");
  EXPECT_THAT(testing::stored_column(mails, "model"), ElementsAre("a"));
}

}  // namespace
}  // namespace standfast::report
