#include "standfast/metric/stat/rank_stability.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/correlation.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/t_tests.h"

namespace standfast {
namespace {

using ::testing::ElementsAre;

constexpr ResampleOptions kFew{.resamples = 200, .seed = 1};

FoldScores table(uint32_t models, std::vector<std::optional<double>> value,
                 std::vector<uint32_t> group = {}) {
  return {models, std::move(value), std::move(group)};
}

FoldScores random_scores(uint32_t folds, uint32_t models, uint64_t seed) {
  Rng rng(seed, "test/rank-stability");
  FoldScores scores;
  scores.models = models;
  for (uint32_t i = 0; i < folds * models; ++i) scores.value.push_back(rng.normal());
  return scores;
}

TEST(RankStability, RanksStartAtTheBestAndShareTies) {
  EXPECT_THAT(model_ranks(std::vector<double>{.5, .9, .5, .1}), ElementsAre(2.5, 1, 2.5, 4));
}

TEST(RankStability, MeanOverPairsByHand) {
  // Folds 0 and 1 agree, and fold 2 is reversed: (1 - 1 - 1) / 3.
  const auto scores = table(3, {.9, .8, .7, .6, .5, .4, .1, .2, .3});
  const auto result = rank_stability(scores, RankCorrelation::spearman, kFew);
  EXPECT_NEAR(*result.mean.value, -1.0 / 3, 1e-15);
  EXPECT_THAT(result.correlations, ElementsAre(1, -1, -1));
  EXPECT_EQ(result.mean.n_used, 3U);
  EXPECT_EQ(result.mean.n_total, 3U);
}

TEST(RankStability, NoIntervalFromFewFoldsOrWhereAllAgree) {
  FoldScores scores;
  scores.models = 3;
  const auto interval = [&] {
    const auto result = rank_stability(scores, RankCorrelation::spearman, kFew);
    return stability_interval(result.mean, result.units, 0.95);
  };
  for (int fold = 0; fold < 5; ++fold)
    for (const double value : {.9, fold == 2 ? .6 : .8, .7}) scores.value.push_back(value);
  EXPECT_LT(*rank_stability(scores, RankCorrelation::spearman, kFew).mean.value, 1);
  EXPECT_FALSE(interval()) << "five folds";
  scores.value.insert(scores.value.end(), {.9, std::nullopt, .7});
  EXPECT_FALSE(interval()) << "a fold without a ranking is none";
  scores.value.insert(scores.value.end(), {.9, .8, .7});
  ASSERT_TRUE(interval());
  EXPECT_LE(interval()->low, *rank_stability(scores, RankCorrelation::spearman, kFew).mean.value);
  for (size_t i = 1; i < scores.value.size(); i += 3) scores.value[i] = .8;
  EXPECT_EQ(rank_stability(scores, RankCorrelation::spearman, kFew).mean.value, 1);
  EXPECT_FALSE(interval()) << "seven folds that agree do not say that the eighth will";
}

TEST(RankStability, FoldsOfAllSeedsCountForAnInterval) {
  FoldScores scores = random_scores(6, 4, 3);
  scores.group = {0, 0, 0, 1, 1, 1};
  const auto result = rank_stability(scores, RankCorrelation::spearman, kFew);
  EXPECT_EQ(result.units, 2U);
  EXPECT_TRUE(stability_interval(result.mean, result.units, 0.95));
  scores.value.resize(20);
  scores.group.pop_back();
  const auto five = rank_stability(scores, RankCorrelation::spearman, kFew);
  EXPECT_FALSE(stability_interval(five.mean, five.units, 0.95));
}

TEST(RankStability, ConstantAndMissingRankingsAreLeftOutAndCounted) {
  const auto scores = table(2, {.9, .8, .5, .5, .7, .1, std::nullopt, .3});
  const auto result = rank_stability(scores, RankCorrelation::spearman, kFew);
  EXPECT_EQ(*result.mean.value, 1);
  EXPECT_EQ(result.mean.n_used, 1U);
  EXPECT_EQ(result.mean.n_total, 6U);
  EXPECT_EQ(result.pairs_constant, 2U);
  EXPECT_EQ(result.pairs_missing, 3U);
  EXPECT_EQ(result.mean.folds_used, 3U);
}

TEST(RankStability, NothingToRankIsUndefined) {
  EXPECT_FALSE(rank_stability(table(2, {.9, .8}), RankCorrelation::spearman, kFew).mean.value);
  EXPECT_FALSE(rank_stability(table(2, {}), RankCorrelation::spearman, kFew).mean.value);
  EXPECT_FALSE(rank_stability(table(2, {.5, .5, .5, .5}), RankCorrelation::kendall, kFew).mean.value);
}

TEST(RankStability, PairsStayInsideGroups) {
  // There are two seeds, each in agreement with itself and reversed against the other.
  const auto scores = table(2, {.9, .8, .1, .2, .7, .6, .3, .4}, {0, 1, 0, 1});
  const auto result = rank_stability(scores, RankCorrelation::spearman, kFew);
  EXPECT_EQ(*result.mean.value, 1);
  EXPECT_EQ(result.mean.n_total, 2U);
  EXPECT_EQ(result.by_group, (std::map<uint32_t, double>{{0, 1.0}, {1, 1.0}}));
}

TEST(RankStability, SameBytesForAnyNumberOfThreads) {
  const auto scores = random_scores(10, 5, 7);
  const auto one = rank_stability(scores, RankCorrelation::spearman, {.resamples = 300, .threads = 1});
  const auto four = rank_stability(scores, RankCorrelation::spearman, {.resamples = 300, .threads = 4});
  EXPECT_EQ(one.mean.replicates, four.mean.replicates);
}

// A printed mean of 5 untied models over 10 folds is a multiple of 1/450, because rho is a multiple of .1 and
// there are 45 pairs. So the three decimals of the paper's tables 9 and 10 show how they were made.
TEST(RankStability, FiveModelsTenFoldsGiveMultiplesOf450th) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const double mean =
        *rank_stability(random_scores(10, 5, seed), RankCorrelation::spearman, {.resamples = 0}).mean.value;
    EXPECT_NEAR(mean * 450, std::round(mean * 450), 1e-9);
  }
  for (const double printed : {.884, .916, .953, .882, .940, .851, .904, .900, .893, .436, .613, .667, .809,
                               .747, .836, .858, .702, .822}) {
    const double nearest = std::round(printed * 450) / 450;
    EXPECT_NEAR(nearest, printed, 0.0005) << printed;
  }
}

// Returns whether ten whole ranks exist that have the printed mean and SD, for the rows of table 5 with 10
// folds.
bool ten_ranks_exist(double mean, double sd) {
  const auto shown = [](double value, double step) { return std::round(value / step); };
  std::array<int, 5> n{};
  for (n[0] = 0; n[0] <= 10; ++n[0])
    for (n[1] = 0; n[0] + n[1] <= 10; ++n[1])
      for (n[2] = 0; n[0] + n[1] + n[2] <= 10; ++n[2])
        for (n[3] = 0; n[0] + n[1] + n[2] + n[3] <= 10; ++n[3]) {
          n[4] = 10 - n[0] - n[1] - n[2] - n[3];
          std::vector<double> ranks;
          for (int rank = 0; rank < 5; ++rank)
            ranks.insert(ranks.end(), static_cast<size_t>(n[rank]), rank + 1);
          const auto of_folds = moments(ranks);
          if (shown(of_folds.mean, .1) == shown(mean, .1) && shown(of_folds.sd, .01) == shown(sd, .01))
            return true;
        }
  return false;
}

TEST(RankStability, Table5IsMadeWithTheSampleDeviation) {
  const double rows[][2] = {{1.2, .42}, {1.9, .57}, {4.0, 0},   {5.0, 0},   {2.9, .32}, {1.8, .63},
                            {1.3, .48}, {3.7, .48}, {1.7, .48}, {3.3, .48}, {1.6, .52}, {1.4, .52},
                            {1.5, .53}, {3.8, .42}, {3.2, .42}, {1.5, .71}, {3.9, .32}, {2.7, .95}};
  for (const auto& [mean, sd] : rows) EXPECT_TRUE(ten_ranks_exist(mean, sd)) << mean << " +- " << sd;
  EXPECT_FALSE(ten_ranks_exist(3.2, .32));  // LUAR in row R0: misprinted
}

TEST(RankStability, RankSummaryByHand) {
  // In the HITS row of table 5, CharNGram is first in 8 of 10 folds.
  FoldScores scores;
  scores.models = 2;
  for (int fold = 0; fold < 10; ++fold)
    for (const double value : {fold < 8 ? .9 : .7, .8}) scores.value.push_back(value);
  const auto ranks = rank_summary(scores);
  EXPECT_NEAR(ranks[0].mean, 1.2, 1e-15);
  EXPECT_NEAR(*ranks[0].sd, .42, .005);
  EXPECT_EQ(ranks[0].rank_counts, (std::map<double, uint32_t>{{1, 8}, {2, 2}}));
}

// The interval of the mean must not shrink with the number of pairs, but only with the number of folds.
TEST(RankStability, IntervalRespectsThatPairsShareFolds) {
  int covered = 0, naive_covered = 0;
  constexpr int kTrials = 200;
  // The truth is the mean over many folds of the same kind.
  const auto noisy = [](uint32_t folds, uint64_t seed) {
    Rng rng(seed, "test/noisy");
    FoldScores scores;
    scores.models = 5;
    for (uint32_t f = 0; f < folds; ++f)
      for (uint32_t m = 0; m < 5; ++m) scores.value.push_back(m + 1.5 * rng.normal());
    return scores;
  };
  const double truth =
      *rank_stability(noisy(600, 1000), RankCorrelation::spearman, {.resamples = 0}).mean.value;
  for (uint64_t trial = 0; trial < kTrials; ++trial) {
    const auto result = rank_stability(noisy(10, trial), RankCorrelation::spearman, {.resamples = 500});
    const auto interval = stability_interval(result.mean, result.units, 0.95);
    covered += interval->low <= truth && truth <= interval->high;
    const auto of_pairs = moments(result.correlations);
    naive_covered += std::abs(of_pairs.mean - truth) < 1.96 * of_pairs.sd / std::sqrt(45.0);
  }
  EXPECT_GE(covered, 0.88 * kTrials) << covered;
  EXPECT_LT(naive_covered, 0.7 * kTrials) << naive_covered;  // as if the 45 pairs were independent
  RecordProperty("covered", covered);
  RecordProperty("naive_covered", naive_covered);
}

TEST(RankStability, FewUnitsNeedWiderIntervals) {
  // The expected values are 2 norm.cdf(sqrt(n / (n - 1)) t.ppf(.975, n - 1)) - 1 by scipy.
  EXPECT_LT(small_sample_confidence(0.95, 2), 1) << "the whole range of resamples, and still a level";
  EXPECT_NEAR(small_sample_confidence(0.95, 5), 0.998092, 1e-6);
  EXPECT_NEAR(small_sample_confidence(0.95, 10), 0.982899, 1e-6);
  EXPECT_NEAR(small_sample_confidence(0.95, 100000), 0.95, 1e-4);
}

TEST(KendallTauB, ByHand) {
  EXPECT_EQ(kendall_tau_b(std::vector<double>{1, 2, 3}, std::vector<double>{3, 2, 1}), -1.0);
  // With 1 2 3 4 against 1 3 2 4, five pairs agree and one does not.
  EXPECT_DOUBLE_EQ(*kendall_tau_b(std::vector<double>{1, 2, 3, 4}, std::vector<double>{1, 3, 2, 4}), 4.0 / 6);
  EXPECT_FALSE(kendall_tau_b(std::vector<double>{1, 2}, std::vector<double>{7, 7}));
}

TEST(Friedman, PerfectAgreement) {
  const auto scores = table(3, {.9, .8, .7, .9, .8, .7, .9, .8, .7});
  const auto test = friedman(scores);
  EXPECT_DOUBLE_EQ(*test.chi_square, 6);  // n (k - 1), the largest possible value
  EXPECT_TRUE(std::isinf(*test.f));
  EXPECT_EQ(*test.p_f, 0);
  EXPECT_EQ(friedman(table(2, {.5, .5, .5, .5})).why_not, "all models tie in every fold");
  EXPECT_EQ(friedman(table(1, {.5, .5})).why_not, "fewer than two models");
}

// The values are from Demsar 2006, table 5(a).
TEST(Friedman, NemenyiTableOfDemsar) {
  const double at_05[] = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
  const double at_10[] = {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920};
  for (uint32_t k = 2; k <= 10; ++k) {
    EXPECT_NEAR(nemenyi_q(0.05, k), at_05[k - 2], 0.0011) << k;
    EXPECT_NEAR(nemenyi_q(0.10, k), at_10[k - 2], 0.0011) << k;
  }
}

// The example is in section 3.2.2 of Demsar 2006: four classifiers on 14 data sets have the average ranks
// 3.143, 2.000, 2.893 and 1.964; the critical difference is 1.25 at .05 and 1.12 at .10. (The paper ranks
// unrounded scores: the two .975 of "voting" are not tied there.)
TEST(Friedman, ExampleOfDemsar) {
  const double c45[][4] = {{.763, .768, .771, .798},     {.599, .591, .590, .569}, {.954, .971, .968, .967},
                           {.628, .661, .654, .657},     {.882, .888, .886, .898}, {.936, .931, .916, .931},
                           {.661, .668, .609, .685},     {.583, .583, .563, .625}, {.775, .838, .866, .875},
                           {1.000, 1.000, 1.000, 1.000}, {.940, .962, .965, .962}, {.619, .666, .614, .669},
                           {.972, .981, .9751, .975},    {.957, .978, .946, .970}};
  FoldScores scores;
  scores.models = 4;
  for (const auto& row : c45)
    for (const double value : row) scores.value.push_back(value);
  const auto result = critical_difference(scores, 0.05);
  const double printed[] = {3.143, 2.000, 2.893, 1.964};
  for (int m = 0; m < 4; ++m) EXPECT_NEAR(result->rank[m], printed[m], 0.0005);
  EXPECT_NEAR(result->difference, 1.25, 0.005);
  EXPECT_NEAR(critical_difference(scores, 0.10)->difference, 1.12, 0.005);
  // The largest difference, 3.143 - 1.964 = 1.18, is within the critical difference at .05, so all four are
  // in one group.
  ASSERT_EQ(result->groups.size(), 1U);
  EXPECT_EQ(result->groups[0].first, 0U);
  EXPECT_EQ(result->groups[0].last, 3U);
  // At .10 the best two are ahead of the worst (differences 1.179 and 1.143), so there are two overlapping
  // groups.
  const auto looser = critical_difference(scores, 0.10);
  ASSERT_EQ(looser->groups.size(), 2U);
  EXPECT_THAT(looser->order, ElementsAre(3, 1, 2, 0));
  EXPECT_EQ(looser->groups[0].last, 2U);
  EXPECT_EQ(looser->groups[1].first, 2U);
  EXPECT_EQ(looser->groups[1].last, 3U);
}

}  // namespace
}  // namespace standfast
