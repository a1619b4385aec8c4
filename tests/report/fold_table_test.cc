// Every fold of a run of verification, from few records.
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

Summary of_auc_and_c_at_1() {
  Summary summary;
  summary.metrics = {"auc", "c@1"};
  return summary;
}

TEST(FoldTable, SaysOfEachRecordWhatItScoredOrWhyNot) {
  RunRecords run = testing::bare_run("verification", {"iid"}, {"ppm"});
  auto& scored = add_cell(run, "iid", "ppm", 4, 9);
  scored.n_train = 3000;
  scored.n_validation = 500;
  scored.n_test = 1200;
  scored.same_train = 1500;
  scored.same_test = 300;
  scored.scores = {{"c@1", 0.5, 1200, 1200}, {"auc", 0.8125, 1200, 1200}};
  // All pairs are of one kind: there is no AUC.
  auto& undefined = add_cell(run, "iid", "ppm", 5, 9);
  undefined.n_test = undefined.same_test = 2;
  undefined.scores = {{"auc", std::nullopt, 0, 2}, {"c@1", 1, 2, 2}};
  auto& failed = add_cell(run, "iid", "ppm", 6, 9);
  failed.n_train = 3100;
  testing::fail(failed, "disk full");
  const Table table = fold_table(run, of_auc_and_c_at_1(), 0);
  testing::expect_full(table);
  EXPECT_EQ(table.name, "folds-posts");
  EXPECT_EQ(table.title, "Scores of every fold on posts");
  EXPECT_THAT(table.header, ElementsAre("condition", "model", "seed", "fold", "n", "same", "auc", "c@1"));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_THAT(shown_cells(table, 0), ElementsAre("iid", "ppm", "9", "4", "1,200", "25 %", "0.812", "0.500"));
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("iid", "ppm", "9", "5", "2", "100 %", "-", "1.000"));
  EXPECT_THAT(shown_cells(table, 2), ElementsAre("iid", "ppm", "9", "6", "0", "-", "failed", "failed"));
  EXPECT_THAT(table.data_header,
              ElementsAre("corpus", "condition", "model", "seed", "fold", "status", "n_train", "n_validation",
                          "n_test", "same_train", "same_test", "auc", "c@1", "reason"));
  EXPECT_THAT(table.data[0], ElementsAre("posts", "iid", "ppm", "9", "4", "ok", "3000", "500", "1200", "1500",
                                         "300", "0.8125", "0.5", ""));
  EXPECT_THAT(table.data[1],
              ElementsAre("posts", "iid", "ppm", "9", "5", "ok", "0", "0", "2", "0", "2", "", "1", ""));
  EXPECT_THAT(table.data[2], ElementsAre("posts", "iid", "ppm", "9", "6", "failed", "3100", "0", "0", "0",
                                         "0", "", "", "disk full"));
}

TEST(FoldTable, RowsAreOfTheCorpusInTheOrderOfTheRecords) {
  RunRecords run = testing::bare_run("verification", {"novel", "iid"}, {"b", "a"});
  run.corpora.push_back({"mails", "", 0, 0, 0});
  run.corpora.push_back({"notes", "", 0, 0, 0});
  add_cell(run, "novel", "b");
  add_cell(run, "novel", "a").corpus = "mails";
  add_cell(run, "iid", "b");
  add_cell(run, "iid", "a");
  const Table posts = fold_table(run, of_auc_and_c_at_1(), 0);
  EXPECT_THAT(testing::stored_column(posts, "condition"), ElementsAre("novel", "iid", "iid"));
  EXPECT_THAT(testing::stored_column(posts, "model"), ElementsAre("b", "b", "a"));
  EXPECT_EQ(fold_table(run, of_auc_and_c_at_1(), 1).rows.size(), 1U);
  EXPECT_TRUE(fold_table(run, of_auc_and_c_at_1(), 2).rows.empty()) << "nothing has run";
}

}  // namespace
}  // namespace standfast::report
