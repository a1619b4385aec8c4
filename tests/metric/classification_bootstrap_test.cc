// Compares resamples and swaps of whole clusters with an evaluation of weighted items one by one.
#include "standfast/metric/resample/classification_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/multinomial.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "tests/support/profiles.h"

namespace standfast {
namespace {

size_t place(const ClassificationProfile& profile, std::string_view metric) {
  return static_cast<size_t>(std::find(profile.metrics.begin(), profile.metrics.end(), metric) -
                             profile.metrics.begin());
}

// Returns answers of some skill on documents of `topics` topics of unequal size; folds hold whole topics.
ScoredClasses answers(size_t n, size_t classes, uint32_t topics, double skill, uint64_t seed) {
  Rng rng(seed, "test/answers");
  ScoredClasses scored;
  scored.classes = classes;
  for (size_t i = 0; i < n; ++i) {
    const auto truth = static_cast<uint32_t>(rng.below(classes));
    scored.truth.push_back(truth);
    scored.cluster.push_back(static_cast<uint32_t>(std::min(rng.below(topics), rng.below(topics))));
    scored.fold.push_back(scored.cluster.back() % 3);
    std::vector<double> row(classes);
    double sum = 0;
    for (size_t c = 0; c < classes; ++c)
      sum += row[c] = static_cast<double>(1 + rng.below(8)) + (c == truth ? 8 * skill : 0);
    for (const double p : row) scored.probabilities.push_back(p / sum);
  }
  return scored;
}

double or_nan(std::optional<double> value) {
  return value.value_or(std::numeric_limits<double>::quiet_NaN());
}

TEST(ClusterTallies, AddUpToTheTallyOfAll) {
  const auto scored = answers(300, 5, 12, .4, 1);
  const ClusterTallies tallies(scored.items(), scored.cluster, 40);
  const auto dense = tally_by(scored.items(), scored.cluster, 40);
  ClassTally sum(5);
  for (size_t k = 0; k < tallies.present().size(); ++k) {
    ClassTally one(5);
    tallies.add_to(one, k, 1);
    EXPECT_EQ(one, dense[tallies.present()[k]]);
    EXPECT_EQ(one.items, tallies.items(k));
    tallies.add_to(sum, k, 1);
  }
  EXPECT_EQ(sum, tally(scored.items()));
}

TEST(ClusterBootstrap, EqualsWeightedItemsUnderTheResamplesOfUnitBootstrap) {
  constexpr uint32_t kTopics = 12;
  const auto scored = answers(200, 4, kTopics, .4, 2);
  const ResampleOptions options{.resamples = 40, .seed = 9};
  const auto result =
      ClusterBootstrap(kTopics, options).scores(testing::full_classification(), scored, FoldMean::pooled);
  const auto expected =
      UnitBootstrap(kTopics, options)
          .replicates(scored.cluster, scored.cluster, testing::full_classification().metrics.size(),
                      [&](std::span<const uint32_t> weights, std::span<double> out) {
                        const auto scores = evaluate(testing::full_classification(), scored.items(), weights);
                        for (size_t m = 0; m < out.size(); ++m) out[m] = or_nan(scores.values[m]);
                      });
  const auto point = evaluate(testing::full_classification(), scored.items());
  for (size_t m = 0; m < testing::full_classification().metrics.size(); ++m) {
    EXPECT_EQ(result[m].value, point.values[m]) << testing::full_classification().metrics[m];
    EXPECT_EQ(result[m].replicates, expected[m]) << testing::full_classification().metrics[m];
    EXPECT_EQ(result[m].n_used, 200U);
  }
}

TEST(ClusterBootstrap, MeansOfFolds) {
  constexpr uint32_t kTopics = 6;
  auto scored = answers(150, 3, kTopics, .5, 3);
  scored.fold = scored.cluster;  // leave one topic out: each fold is a topic
  const ResampleOptions options{.resamples = 30, .seed = 4};
  const ClusterBootstrap bootstrap(kTopics, options);
  const auto& profile = **find_classification_profile("classification");
  const size_t accuracy = place(profile, "accuracy"), f1 = place(profile, "macro-f1");
  std::vector<double> right(kTopics), sizes(kTopics), topic_f1(kTopics);
  const auto tallies = tally_by(scored.items(), scored.cluster, kTopics);
  for (uint32_t t = 0; t < kTopics; ++t) {
    sizes[t] = static_cast<double>(tallies[t].items);
    right[t] = static_cast<double>(tallies[t].all_right()) / sizes[t];
    topic_f1[t] = *profile.compute[f1]->value(tallies[t], nullptr);
  }
  const auto by_items = bootstrap.scores(profile, scored, FoldMean::by_items);
  const auto pooled = bootstrap.scores(profile, scored, FoldMean::pooled);
  const auto equal = bootstrap.scores(profile, scored, FoldMean::equal);
  const auto of_topics = bootstrap.weighted_mean(right, sizes);
  const auto of_topics_f1 = bootstrap.weighted_mean(topic_f1, std::vector<double>(kTopics, 1));
  EXPECT_NEAR(*by_items[accuracy].value, *pooled[accuracy].value, 1e-14);
  EXPECT_NEAR(*by_items[accuracy].value, weighted_moments(right, sizes).mean, 1e-14);
  EXPECT_NEAR(*equal[f1].value, *of_topics_f1.value, 1e-14);
  EXPECT_EQ(equal[f1].folds_used, kTopics);
  for (size_t r = 0; r < options.resamples; ++r) {
    EXPECT_NEAR(by_items[accuracy].replicates[r], pooled[accuracy].replicates[r], 1e-13);
    EXPECT_NEAR(by_items[accuracy].replicates[r], of_topics.replicates[r], 1e-13);
    EXPECT_NEAR(equal[f1].replicates[r], of_topics_f1.replicates[r], 1e-13);
  }
}

// The mean of each resample equals the formula, unit by unit. This holds also where zeros are skipped, where
// all weights are the same, and where draws are shared.
TEST(ClusterBootstrap, WeightedMeansOfResamplesUnitByUnit) {
  constexpr uint32_t kUnits = 150, kResamples = 203;
  Rng draw(3, "test/values");
  std::vector<double> values(kUnits), ones(kUnits, 1), halves(kUnits, 0.5), sizes(kUnits);
  for (uint32_t u = 0; u < kUnits; ++u) {
    values[u] = static_cast<double>(draw.below(5)) / 4 - 0.5;  // a fifth are 0
    sizes[u] = u % 7 == 0 ? 0 : static_cast<double>(1 + draw.below(30)) / 3;
  }
  ResampleCounts shared;
  const MultinomialCounts multinomial(kUnits);
  for (const auto& weights : {ones, halves, sizes}) {
    const ResampleOptions options{.resamples = kResamples, .seed = 5};
    const auto found = ClusterBootstrap(kUnits, options).weighted_mean(values, weights);
    ResampleOptions with_shared = options;
    with_shared.shared = &shared;
    with_shared.threads = 3;
    EXPECT_EQ(ClusterBootstrap(kUnits, with_shared).weighted_mean(values, weights).replicates,
              found.replicates);
    std::vector<uint8_t> times(kUnits);
    for (uint32_t r = 0; r < kResamples; ++r) {
      Rng rng = resample_stream(options.seed, r);
      multinomial.draw(rng, times);
      double sum = 0, total = 0;
      for (uint32_t u = 0; u < kUnits; ++u) {
        sum += times[u] * weights[u] * values[u];
        total += times[u] * weights[u];
      }
      ASSERT_DOUBLE_EQ(found.replicates[r], sum / total) << r;
    }
  }
}

TEST(ResampleCounts, AreThoseOfTheFirstCallAndOfNoOther) {
  ResampleCounts shared;
  const ResampleOptions options{.resamples = 20, .seed = 1};
  EXPECT_EQ(shared.of(1U << 22, options), nullptr);  // the draws would take too much memory
  const ResampleDraws first = shared.of(70, options);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->size(), 70U * 20);
  EXPECT_EQ(shared.of(70, options), first);
  EXPECT_EQ(shared.of(70, {.resamples = 20, .seed = 2}), nullptr);
  EXPECT_EQ(shared.of(70, {.resamples = 21, .seed = 1}), nullptr);
  EXPECT_EQ(shared.of(71, options), nullptr);
  ResampleCounts other;
  EXPECT_NE(*other.of(70, {.resamples = 20, .seed = 2}), *first);
}

TEST(ClusterBootstrap, AFoldWithoutAValueIsLeftOutOfItsMean) {
  ScoredClasses scored;
  scored.classes = 2;
  scored.truth = {0, 1, 0, 0};
  scored.probabilities = {.9, .1, .2, .8, .3, .7, .6, .4};
  scored.cluster = {0, 0, 1, 1};
  scored.fold = {0, 0, 1, 1};  // the second fold has one class, so no ranking
  const auto& profile = **find_classification_profile("classification");
  const auto result =
      ClusterBootstrap(2, {.resamples = 8, .seed = 1}).scores(profile, scored, FoldMean::equal);
  const auto& auc = result[place(profile, "auc-ovr")];
  EXPECT_EQ(*auc.value, 1);
  EXPECT_EQ(auc.folds_used, 1U);
  EXPECT_EQ(auc.folds, 2U);
  EXPECT_EQ(auc.n_used, 2U);
  EXPECT_EQ(auc.n_total, 4U);
  EXPECT_EQ(*result[place(profile, "accuracy")].value, .75);
}

TEST(ClusterBootstrap, DifferencesOfSharedResamples) {
  constexpr uint32_t kTopics = 15;
  const ResampleOptions options{.resamples = 200, .seed = 5};
  const ClusterBootstrap bootstrap(kTopics, options);
  const auto& profile = **find_classification_profile("classification-labels");
  const auto easy = bootstrap.scores(profile, answers(600, 4, kTopics, .9, 6)),
             hard = bootstrap.scores(profile, answers(600, 4, kTopics, .4, 6));
  EXPECT_LT(*difference(hard[0], easy[0]).p, .05);
}

TEST(ClusterBootstrap, SameBytesForAnyThreads) {
  const auto scored = answers(300, 4, 20, .4, 7);
  const auto run = [&](int threads) {
    return ClusterBootstrap(20, {.resamples = 50, .seed = 3, .threads = threads})
        .scores(testing::full_classification(), scored);
  };
  const auto one = run(1), four = run(4);
  for (size_t m = 0; m < one.size(); ++m)
    for (size_t r = 0; r < 50; ++r) {
      const double a = one[m].replicates[r], b = four[m].replicates[r];
      EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b)));
    }
}

TEST(ClusterBootstrap, LevelsAreWidenedByEffectiveClusters) {
  const std::vector<uint32_t> equal{0, 1, 2, 3, 4, 0, 1, 2, 3, 4}, unequal{0, 0, 0, 0, 0, 0, 0, 0, 1, 2};
  EXPECT_EQ(widened_confidence(.95, equal, 5), small_sample_confidence(.95, 5));
  EXPECT_EQ(widened_confidence(.95, equal, 9), small_sample_confidence(.95, 5))
      << "absent units do not count";
  EXPECT_EQ(widened_confidence(.95, unequal, 3), small_sample_confidence(.95, 2)) << "1.5 effective";
}

PermutationTest permuted(const char* metric, const ScoredClasses& a, const ScoredClasses& b,
                         uint32_t clusters, const PermutationOptions& options = {}) {
  return paired_permutation(**classification_metrics().make(metric, {}), a.items(), b.items(), a.cluster,
                            clusters, options);
}

// Returns other answers to the same documents.
ScoredClasses other_answers(const ScoredClasses& a, double skill, uint64_t seed) {
  ScoredClasses b = a;
  Rng rng(seed, "test/other");
  for (size_t i = 0; i < a.truth.size(); ++i) {
    double sum = 0;
    for (size_t c = 0; c < a.classes; ++c)
      sum += b.probabilities[i * a.classes + c] =
          static_cast<double>(1 + rng.below(8)) + (c == a.truth[i] ? 8 * skill : 0);
    for (size_t c = 0; c < a.classes; ++c) b.probabilities[i * a.classes + c] /= sum;
  }
  return b;
}

TEST(ClassPermutation, OfAccuracyEqualsSignFlips) {
  constexpr uint32_t kTopics = 10;
  const auto a = answers(160, 3, kTopics, .5, 11), b = other_answers(a, .4, 12);
  const auto of_a = tally_by(a.items(), a.cluster, kTopics), of_b = tally_by(b.items(), b.cluster, kTopics);
  std::vector<double> difference, weights(kTopics, 1);
  for (uint32_t t = 0; t < kTopics; ++t)
    difference.push_back(static_cast<double>(of_a[t].all_right()) - static_cast<double>(of_b[t].all_right()));
  const auto test = permuted("accuracy", a, b, kTopics);
  EXPECT_TRUE(test.exact);
  EXPECT_NEAR(*test.p, *sign_flip_test(difference, weights, {}).p, 1e-12);
  EXPECT_EQ(*permuted("accuracy", b, a, kTopics).p, *test.p);
  const auto random = permuted("accuracy", a, b, kTopics, {.permutations = 1000, .seed = 1});
  EXPECT_FALSE(random.exact);
  EXPECT_NEAR(*random.p, *test.p, 4 * std::sqrt(*test.p / 1000) + .002);
}

TEST(ClassPermutation, OfAnyMetricEqualsSwappingRows) {
  constexpr uint32_t kTopics = 6;
  const auto a = answers(40, 3, kTopics, .5, 13), b = other_answers(a, .2, 14);
  for (const char* metric : {"macro-f1", "auc-ovo", "log-loss"}) {
    const auto made = *classification_metrics().make(metric, {});
    const auto value = [&](const ScoredClasses& scored) {
      const ClassWins wins = ClassRanking(scored.items()).wins();
      return *made->value(tally(scored.items()), &wins);
    };
    const double observed = std::abs(value(a) - value(b));
    int hits = 0;
    for (uint32_t swaps = 0; swaps < 1U << kTopics; ++swaps) {
      auto first = a, second = b;
      for (size_t i = 0; i < a.truth.size(); ++i)
        if ((swaps >> a.cluster[i] & 1) != 0)
          std::swap_ranges(first.probabilities.begin() + static_cast<ptrdiff_t>(i * 3),
                           first.probabilities.begin() + static_cast<ptrdiff_t>(i * 3 + 3),
                           second.probabilities.begin() + static_cast<ptrdiff_t>(i * 3));
      hits += std::abs(value(first) - value(second)) >= observed - 1e-12;
    }
    EXPECT_EQ(*permuted(metric, a, b, kTopics).p, hits / 64.0) << metric;
  }
  EXPECT_EQ(*permuted("macro-f1", a, a, kTopics).p, 1);
  auto ranks = a;
  ranks.probabilistic = false;
  EXPECT_EQ(permuted("log-loss", ranks, ranks, kTopics).p, std::nullopt);
}

}  // namespace
}  // namespace standfast
