// Spread over draws and over fits, from scores with known standard deviations.
#include "standfast/result/findings/spread.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/forged_run.h"

namespace standfast::result {
namespace {

Summary shows_accuracy() {
  Summary summary;
  summary.metrics = {"auc", "accuracy"};
  summary.default_metric = 1;
  return summary;
}

// Adds the scores of a draw, by fit and within it by fold. Only the first fit has cells.
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

// Makes two draws of two folds, with three fits of model a and one fit of model b.
RunRecords two_draws() {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a", "b"});
  run.seeds = {1, 2};
  add_draw(run, "a", 1, {{0.5, 0.7}, {0.6, 0.8}, {0.7, 0.9}});  // means 0.6, 0.7, 0.8: deviation 0.1
  add_draw(run, "a", 2, {{0.5, 0.5}, {0.8, 0.8}, {0.8, 0.2}});  // means 0.5, 0.8, 0.5: deviation 0.3 / sqrt 3
  add_draw(run, "b", 1, {{0.5, 0.7}});
  add_draw(run, "b", 2, {{0.3, 0.5}});
  return run;
}

TEST(Spreads, DrawsDifferByTheirMeansAndFitsWithinADraw) {
  const auto found = spreads(two_draws(), shows_accuracy(), 0);
  ASSERT_EQ(found.size(), 4U) << "two models, two metrics";
  // The means over fits are 0.7 and 0.6.
  const Spread& a = found[1];
  EXPECT_EQ(a.model, 0U);
  EXPECT_EQ(a.metric, 1U);
  EXPECT_NEAR(*a.mean, 0.65, 1e-12);
  EXPECT_NEAR(*a.draws, 0.1 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(*a.fits, std::sqrt((0.01 + 0.03) / 2), 1e-12);
  EXPECT_EQ(a.seeds, 2U);
  EXPECT_EQ(a.most_fits, 3U);
  EXPECT_EQ(a.all_fits, 6U);
}

TEST(Spreads, AModelThatWasFittedOnceHasNoSpreadOverFits) {
  const Spread b = spreads(two_draws(), shows_accuracy(), 0).at(3);
  EXPECT_NEAR(*b.mean, 0.5, 1e-12);
  EXPECT_NEAR(*b.draws, 0.2 / std::sqrt(2.0), 1e-12);
  EXPECT_FALSE(b.fits);
  EXPECT_EQ(b.most_fits, 1U);
}

TEST(Spreads, AMetricWithoutAScoreHasNothing) {
  const Spread auc = spreads(two_draws(), shows_accuracy(), 0).at(0);
  EXPECT_FALSE(auc.mean || auc.draws || auc.fits);
  EXPECT_EQ(auc.seeds, 0U);
}

// A fit that lacks a fold is left out, because the mean of some folds is no mean of the draw.
TEST(Spreads, AFitThatLacksAFoldIsLeftOut) {
  RunRecords run = testing::bare_run("classification", {"iid"}, {"a"});
  add_draw(run, "a", 1, {{0.5, 0.7}, {0.7, 0.7}, {0.1, 0.1}});
  testing::fail(run.refits.back(), "killed");
  const Spread a = spreads(run, shows_accuracy(), 0).at(1);
  EXPECT_NEAR(*a.mean, 0.65, 1e-12);
  EXPECT_NEAR(*a.fits, 0.1 / std::sqrt(2.0), 1e-12);
  EXPECT_EQ(a.most_fits, 2U);
  EXPECT_EQ(a.all_fits, 2U);
  EXPECT_FALSE(a.draws) << "one draw";
}

// Two fits that lack different folds are not compared.
TEST(Spreads, FitsOfDifferentFoldsAreNotCompared) {
  const Spread a =
      spread_of_values({{1, {{0, {{0, 0.5}, {1, 0.7}}}, {1, {{0, 0.5}, {2, 0.1}}}}},
                        {2, {{0, {{0, 0.1}, {1, 0.2}, {2, 0.6}}}, {1, {{0, 0.1}, {1, 0.2}, {2, 0.6}}}}}});
  EXPECT_EQ(a.seeds, 1U) << "no fit of the first draw has its three folds";
  EXPECT_NEAR(*a.mean, 0.3, 1e-12);
  EXPECT_FALSE(a.draws);
  EXPECT_EQ(a.fits, 0.0) << "and not what rounding leaves";
}

TEST(Spreads, AreOfCorporaWithRefitsAndOfWhatTheyAreAsked) {
  RunRecords run = two_draws();
  run.corpora.push_back({"mails", "", 0, 0, 0});
  EXPECT_TRUE(spreads(run, shows_accuracy(), 1).empty()) << "no model was fitted again on it";
  run.conditions.push_back({"novel", "all", "k-fold"});
  EXPECT_EQ(spreads(run, shows_accuracy(), 0).size(), 8U);
  run.conditions[1].corpora = {"mails"};
  EXPECT_EQ(spreads(run, shows_accuracy(), 0).size(), 4U);
  run.refits.clear();
  EXPECT_TRUE(spreads(run, shows_accuracy(), 0).empty());
}

}  // namespace
}  // namespace standfast::result
