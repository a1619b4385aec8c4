// Tables of every fold, from few records, and means over folds against their formulas.
#include <cmath>

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
using standfast::testing::stored;
using standfast::testing::stored_number;
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
  // All pairs are of one kind, so there is no AUC.
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
  // The scores are in another order than in the summary.
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

// A metric that the record lacks is a dash: answers of an external program may lack a metric.
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

struct FoldOfSize {
  std::optional<double> score;
  uint64_t documents = 0;
};

void add_folds(RunRecords& run, uint64_t seed, uint32_t trade, const std::vector<FoldOfSize>& folds) {
  for (uint32_t fold = 0; fold < folds.size(); ++fold) {
    auto& cell = add_cell(run, "novel", "a", 10 * trade + fold, seed);
    cell.trade = trade;
    cell.n_test = folds[fold].documents;
    cell.scores = {{"accuracy", folds[fold].score, 0, 0}, {"auc", 0.125, 0, 0}};
  }
}

RunRecords novel_run() {
  return testing::bare_run("classification", {"iid", "novel"}, {"a", "b"});
}

Summary of_auc_and_accuracy() {
  Summary summary;
  summary.metrics = {"auc", "accuracy"};
  return summary;
}

Table table_of_means(const RunRecords& run, size_t metric) {
  const Summary summary = of_auc_and_accuracy();
  return fold_mean_table(run, summary, 0, metric, fold_means(run, 0, summary.metrics[metric]));
}

// The folds hold 1, 2 and 1 quarters of the documents.
const std::vector<FoldOfSize> kUnequal = {{0.5, 10}, {0.7, 20}, {1.0, 10}};

// The mean of a side has no standard error: all its folds answer the same items, so they say nothing about
// other items.
TEST(FoldMeanTable, ASideHasNoStandardErrors) {
  RunRecords run = novel_run();
  add_folds(run, 1, 0, kUnequal);
  run.conditions[1].side = "independent";
  const auto rows = fold_means(run, 0, "accuracy");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_TRUE(rows[0].mean && rows[0].sd && rows[0].weighted_mean);
  EXPECT_FALSE(rows[0].se_folds || rows[0].se_effective || rows[0].effective_folds);
}

TEST(FoldMeanTable, WeighsFoldsByTheirTestDocuments) {
  RunRecords run = novel_run();
  add_folds(run, 1, 0, kUnequal);
  const Table table = table_of_means(run, 1);
  expect_full(table);
  EXPECT_EQ(table.name, "fold-means-posts-accuracy");
  EXPECT_EQ(table.title, "Means over folds on posts: accuracy");
  ASSERT_EQ(table.rows.size(), 1U) << "nothing else has finished";
  const double mean = 2.2 / 3, weighted = 0.725, squares = 0.25 * 0.25 + 0.5 * 0.5 + 0.25 * 0.25;
  double plain_sum = 0, weighted_sum = 0;
  for (const auto& [score, documents] : kUnequal) {
    plain_sum += (*score - mean) * (*score - mean);
    weighted_sum += static_cast<double>(documents) / 40 * (*score - weighted) * (*score - weighted);
  }
  const double variance = weighted_sum / (1 - squares);
  for (const auto& [column, expected] :
       std::vector<std::pair<const char*, double>>{{"mean", mean},
                                                   {"sd", std::sqrt(plain_sum / 2)},
                                                   {"weighted_mean", weighted},
                                                   {"weighted_sd", std::sqrt(variance)},
                                                   {"se_folds", std::sqrt(variance / 3)},
                                                   {"se_effective", std::sqrt(variance * squares)},
                                                   {"effective_folds", 1 / squares}})
    EXPECT_NEAR(stored_number(table, 0, column), expected, 1e-12) << column;
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("novel", "a", "3", "0.7333", shown(std::sqrt(plain_sum / 2), 4), "0.7250",
                          shown(std::sqrt(variance), 4), shown(std::sqrt(variance / 3), 4),
                          shown(std::sqrt(variance * squares), 4), "2.67"));
  EXPECT_EQ(stored(table, 0, "metric"), "accuracy");
}

// The mean is taken over seeds and trades, not over all folds together: the second seed has one fold more.
TEST(FoldMeanTable, TakesTheMeanOverSeedsAndTrades) {
  RunRecords run = novel_run();
  run.seeds = {1, 2};
  add_folds(run, 1, 0, {{0.5, 10}, {0.5, 10}});
  add_folds(run, 2, 0, {{0.8, 10}, {0.8, 10}, {0.8, 10}});
  const Table of_seeds = table_of_means(run, 1);
  EXPECT_NEAR(stored_number(of_seeds, 0, "mean"), 0.65, 1e-12);
  EXPECT_EQ(stored(of_seeds, 0, "sd"), "0") << "folds of one seed do not differ";
  EXPECT_EQ(stored(of_seeds, 0, "effective_folds"), "2.5");
  EXPECT_EQ(stored(of_seeds, 0, "seeds"), "2");
  EXPECT_EQ(stored(of_seeds, 0, "folds"), "5");
  add_folds(run, 2, 1, {{0.2, 10}});
  const Table of_trades = table_of_means(run, 1);
  EXPECT_NEAR(stored_number(of_trades, 0, "mean"), 0.5, 1e-12);
  EXPECT_EQ(stored(of_trades, 0, "seeds"), "2");
}

TEST(FoldMeanTable, FoldsWithoutAScoreAreCounted) {
  RunRecords run = novel_run();
  add_folds(run, 1, 0, {{0.5, 10}, {std::nullopt, 10}, {0.7, 10}});
  testing::fail(add_cell(run, "novel", "a", 3), "killed");  // no row here: it is in the table of failed cells
  const Table table = table_of_means(run, 1);
  EXPECT_EQ(table.rows[0][2].text, "2 of 3");
  EXPECT_EQ(stored(table, 0, "undefined"), "1");
  EXPECT_NEAR(stored_number(table, 0, "mean"), 0.6, 1e-12);
  EXPECT_EQ(table_of_means(run, 0).rows[0][2].text, "3") << "auc is defined in all";
}

TEST(FoldMeanTable, OneFoldHasNoSpreadAndNoneHasNothing) {
  RunRecords run = novel_run();
  add_folds(run, 1, 0, {{0.5, 10}});
  const Table one = table_of_means(run, 1);
  EXPECT_THAT(shown_cells(one, 0),
              ElementsAre("novel", "a", "1", "0.5000", "-", "0.5000", "-", "-", "-", "1.00"));
  EXPECT_EQ(stored(one, 0, "sd"), "");
  run.cells[0].scores[0].value.reset();
  const Table none = table_of_means(run, 1);
  EXPECT_THAT(shown_cells(none, 0), ElementsAre("novel", "a", "0 of 1", "-", "-", "-", "-", "-", "-", "-"));
  EXPECT_EQ(stored(none, 0, "effective_folds"), "");
}

}  // namespace
}  // namespace standfast::report
