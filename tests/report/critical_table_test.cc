// Friedman's test and the critical difference of three models, against closed forms.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/report/table/tables.h"
#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::shown_cells;
using standfast::testing::stored;
using standfast::testing::stored_column;
using standfast::testing::stored_number;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

RankingOptions few_resamples() {
  RankingOptions options;
  options.resampling = {.resamples = 20, .seed = 1};
  return options;
}

// Adds scores of three models, by fold.
void add_scores(RunRecords& run, const std::string& condition, uint64_t seed,
                const std::vector<std::vector<double>>& folds) {
  for (uint32_t fold = 0; fold < folds.size(); ++fold)
    for (size_t m = 0; m < 3; ++m)
      testing::add_cell(run, condition, run.models[m].name, fold, seed).scores = {
          {"auc", folds[fold][m], 10, 10}};
}

RunRecords three_models(const std::vector<std::string>& conditions) {
  RunRecords run = testing::bare_run("verification", conditions, {"ppm", "char-ngram", "topic-fit"});
  run.profile = "pan21";
  return run;
}

Table critical_of_auc(const RunRecords& run, size_t corpus = 0) {
  const Ranking ranking = rank_models(run, few_resamples());
  const auto auc = std::find(ranking.metrics.begin(), ranking.metrics.end(), "auc");
  return critical_table(run, ranking, corpus, static_cast<size_t>(auc - ranking.metrics.begin()),
                        few_resamples());
}

// In three folds of four the first model is ahead of the second, and the third is always last. The average
// ranks are 1.25, 1.75 and 3.
const std::vector<std::vector<double>> kAhead = {{.9, .8, .7}, {.9, .8, .7}, {.8, .9, .7}, {.6, .5, .4}};

TEST(CriticalTable, HasTheTestsOfTheAverageRanks) {
  RunRecords run = three_models({"iid"});
  add_scores(run, "iid", 1, kAhead);
  const Table table = critical_of_auc(run);
  testing::expect_full(table);
  EXPECT_EQ(table.name, "critical-difference-posts-auc");
  ASSERT_EQ(table.rows.size(), 1U);
  const double n = 4, k = 3;
  const double chi_square =
      12 * n / (k * (k + 1)) * (1.25 * 1.25 + 1.75 * 1.75 + 9 - k * (k + 1) * (k + 1) / 4);
  const double f = (n - 1) * chi_square / (n * (k - 1) - chi_square);
  // With two degrees of freedom both distributions have a closed form.
  const double p = std::exp(-chi_square / 2), p_f = std::pow(1 + 2 * f / 6, -3);
  EXPECT_NEAR(stored_number(table, 0, "chi_square"), chi_square, 1e-9);
  EXPECT_NEAR(stored_number(table, 0, "p"), p, 1e-9);
  EXPECT_NEAR(stored_number(table, 0, "f"), f, 1e-9);
  EXPECT_NEAR(stored_number(table, 0, "p_f"), p_f, 1e-9);
  // 2.343 for three models at 0.05: Demsar's table 5(a).
  const double difference = 2.343 * std::sqrt(k * (k + 1) / (6 * n));
  EXPECT_NEAR(stored_number(table, 0, "critical_difference"), difference, 1e-3);
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("iid", "4", shown(chi_square, 2), shown_p(p), shown_p(p_f), shown(difference, 2)));
  // Models of neighbouring rank lie within the critical difference; the first and the last do not.
  const std::string words =
      "iid, auc: ppm (1.25) has the best average rank; ppm (1.25) and char-ngram (1.75) cannot be told apart; "
      "char-ngram (1.75) and topic-fit (3.00) cannot be told apart.";
  EXPECT_EQ(stored(table, 0, "words"), words);
  EXPECT_THAT(table.caption, HasSubstr(words));
  EXPECT_THAT(table.caption, HasSubstr("average ranks at 0.05 "));
}

TEST(CriticalTable, FoldsThatAllAgreeHaveNoF) {
  RunRecords run = three_models({"iid"});
  add_scores(run, "iid", 1, std::vector<std::vector<double>>(4, {.9, .8, .7}));
  const Table table = critical_of_auc(run);
  EXPECT_NEAR(stored_number(table, 0, "chi_square"), 8, 1e-9) << "n (k - 1): the most there can be";
  EXPECT_EQ(stored(table, 0, "f"), "") << "it is infinite";
  EXPECT_EQ(stored(table, 0, "p_f"), "0");
  EXPECT_EQ(table.rows[0][4].text, "<0.001");
}

TEST(CriticalTable, OneFoldIsNoTestAndNoFoldIsNoDifference) {
  RunRecords run = three_models({"one", "none"});
  add_scores(run, "one", 1, {{.9, .8, .7}});
  const Table table = critical_of_auc(run);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(shown_cells(table, 0),
              ElementsAre("one", "1", "-", "-", "-", shown(2.343 * std::sqrt(2.0), 2)));
  EXPECT_EQ(table.rows[0][2].second, "fewer than two folds with a score of every model");
  EXPECT_THAT(shown_cells(table, 1), ElementsAre("none", "0", "-", "-", "-", "-"));
  EXPECT_EQ(stored(table, 1, "critical_difference"), "");
  EXPECT_EQ(stored(table, 1, "words"),
            "none, auc: no fold has a score of every model, so nothing is ranked.");
}

// The table has one row for all seeds of its corpus together, none for a single seed and none for another
// corpus.
TEST(CriticalTable, TakesTheFoldsOfAllSeedsOfItsCorpus) {
  RunRecords run = three_models({"iid"});
  run.seeds = {1, 2};
  run.corpora.push_back({"mails", "", 0, 0, 0});
  add_scores(run, "iid", 1, kAhead);
  add_scores(run, "iid", 2, kAhead);
  const Table posts = critical_of_auc(run, 0);
  EXPECT_THAT(stored_column(posts, "folds"), ElementsAre("8"));
  EXPECT_NEAR(stored_number(posts, 0, "chi_square"), 13, 1e-9) << "twice that of four folds";
  EXPECT_THAT(stored_column(critical_of_auc(run, 1), "folds"), ElementsAre("0"));
}

}  // namespace
}  // namespace standfast::report
