// Spread over draws and over fits, from scores whose deviations are known.
#include "standfast/report/table/spread_table.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/forged_run.h"
#include "tests/support/table_cells.h"

namespace standfast::report {
namespace {

using standfast::testing::shown_cells;
using standfast::testing::stored;
using standfast::testing::stored_number;
using ::testing::ElementsAre;
using ::testing::StartsWith;

Summary shows_accuracy() {
  Summary summary;
  summary.metrics = {"auc", "accuracy"};
  summary.default_metric = 1;
  return summary;
}

// Scores of a draw: by fit and, within it, by fold. Fits after the first are no cells.
void add_draw(RunRecords& run, const std::string& model, uint64_t seed,
              const std::vector<std::vector<double>>& fits) {
  for (uint32_t fit = 0; fit < fits.size(); ++fit)
    for (uint32_t fold = 0; fold < fits[fit].size(); ++fold) {
      testing::add_cell(run, "iid", model, fold, seed).scores = {{"accuracy", fits[fit][fold], 1, 1}};
      run.cells.back().fit = fit;
      if (fit == 0) continue;
      run.refits.push_back(run.cells.back());
      run.cells.pop_back();
    }
}

// Two draws of two folds and three fits, of one fit for model b.
RunRecords two_draws() {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a", "b"});
  run.seeds = {1, 2};
  add_draw(run, "a", 1, {{0.5, 0.7}, {0.6, 0.8}, {0.7, 0.9}});  // means 0.6, 0.7, 0.8: deviation 0.1
  add_draw(run, "a", 2, {{0.5, 0.5}, {0.8, 0.8}, {0.8, 0.2}});  // means 0.5, 0.8, 0.5: deviation 0.3 / sqrt 3
  add_draw(run, "b", 1, {{0.5, 0.7}});
  add_draw(run, "b", 2, {{0.3, 0.5}});
  return run;
}

TEST(SpreadTable, DrawsDifferByTheirMeansAndFitsWithinADraw) {
  const auto table = spread_table(two_draws(), shows_accuracy(), 0);
  ASSERT_TRUE(table);
  testing::expect_full(*table);
  EXPECT_EQ(table->name, "spread-posts");
  EXPECT_THAT(table->caption, StartsWith("accuracy, means over the folds of a draw."));
  ASSERT_EQ(table->rows.size(), 2U) << "of the metric that is shown; the CSV has all";
  ASSERT_EQ(table->data.size(), 4U);
  // Means over fits: 0.7 and 0.6.
  const double draws = 0.1 / std::sqrt(2.0), fits = std::sqrt((0.01 + 0.03) / 2);
  EXPECT_NEAR(stored_number(*table, 1, "mean"), 0.65, 1e-12);
  EXPECT_NEAR(stored_number(*table, 1, "draws_sd"), draws, 1e-12);
  EXPECT_NEAR(stored_number(*table, 1, "fits_sd"), fits, 1e-12);
  EXPECT_EQ(stored(*table, 1, "draws"), "2");
  EXPECT_EQ(stored(*table, 1, "fits"), "3");
  EXPECT_THAT(shown_cells(*table, 0), ElementsAre("iid", "a", "0.650", shown(draws), shown(fits)));
  EXPECT_EQ(table->rows[0][3].second, "2 draws");
  EXPECT_EQ(table->rows[0][4].second, "3 fits");
}

TEST(SpreadTable, AModelThatWasFittedOnceHasNoSpreadOverFits) {
  const auto table = spread_table(two_draws(), shows_accuracy(), 0);
  ASSERT_TRUE(table);
  EXPECT_THAT(shown_cells(*table, 1), ElementsAre("iid", "b", "0.500", shown(0.2 / std::sqrt(2.0)), "-"));
  EXPECT_EQ(table->rows[1][4].second, "");
  EXPECT_EQ(stored(*table, 3, "fits"), "1");
  EXPECT_EQ(stored(*table, 3, "fits_sd"), "");
}

TEST(SpreadTable, AMetricWithoutAScoreIsAnEmptyField) {
  const auto table = spread_table(two_draws(), shows_accuracy(), 0);
  ASSERT_TRUE(table);
  EXPECT_THAT(table->data[0], ElementsAre("posts", "iid", "a", "auc", "", "0", "", "0", ""));
}

// The mean of some folds of a draw is no mean of the draw.
TEST(SpreadTable, AFitThatLacksAFoldIsLeftOut) {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  add_draw(run, "a", 1, {{0.5, 0.7}, {0.7, 0.7}, {0.1, 0.1}});
  testing::fail(run.refits.back(), "killed");
  const auto table = spread_table(run, shows_accuracy(), 0);
  ASSERT_TRUE(table);
  EXPECT_NEAR(stored_number(*table, 1, "mean"), 0.65, 1e-12);
  EXPECT_NEAR(stored_number(*table, 1, "fits_sd"), 0.1 / std::sqrt(2.0), 1e-12);
  EXPECT_EQ(stored(*table, 1, "fits"), "2");
  EXPECT_THAT(shown_cells(*table, 0), ElementsAre("iid", "a", "0.650", "-", shown(0.1 / std::sqrt(2.0))));
  EXPECT_EQ(stored(*table, 1, "draws_sd"), "") << "one draw";
}

TEST(SpreadTable, IsOfCorporaWithRefitsAndOfWhatTheyAreAsked) {
  RunRecords run = two_draws();
  run.corpora.push_back({"mails", "", 0, 0, 0});
  EXPECT_FALSE(spread_table(run, shows_accuracy(), 1)) << "no model was fitted again on it";
  run.conditions.push_back({"novel", "all", "k-fold"});
  EXPECT_EQ(spread_table(run, shows_accuracy(), 0)->rows.size(), 4U);
  EXPECT_THAT(shown_cells(*spread_table(run, shows_accuracy(), 0), 2),
              ElementsAre("novel", "a", "-", "-", "-"));
  run.conditions[1].corpora = {"mails"};
  EXPECT_EQ(spread_table(run, shows_accuracy(), 0)->rows.size(), 2U);
  run.refits.clear();
  EXPECT_FALSE(spread_table(run, shows_accuracy(), 0));
}

}  // namespace
}  // namespace standfast::report
