// Compares the influence of an item with leaving the item out, and with DeLong's variance of AUC.
#include "standfast/metric/stat/influence.h"

#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/best_cut.h"
#include "standfast/metric/classes/guessing.h"

namespace standfast {
namespace {

struct Pairs {
  std::vector<double> scores;
  std::vector<uint8_t> same;
};

// Returns pairs with ties, non-answers and overlap.
Pairs pairs(uint64_t seed, size_t n) {
  Rng rng(seed, "test/influence");
  Pairs drawn;
  for (size_t i = 0; i < n; ++i) {
    const bool same = rng.chance(0.4);
    drawn.same.push_back(same ? 1 : 0);
    drawn.scores.push_back(std::round(20 * (0.3 * rng.uniform() + 0.5 * rng.uniform() + (same ? 0.2 : 0))) /
                           20);
  }
  return drawn;
}

TEST(Influence, PredictsEveryMetricWithoutOneItem) {
  const Pairs all = pairs(1, 400);
  for (const auto& profile : metric_profiles()) {
    const auto names = metric_names(profile);
    const auto got = influences(profile, all.scores, all.same);
    const auto values = evaluate(profile, all.scores, all.same).values;
    ASSERT_EQ(got.size(), values.size());
    std::vector<uint32_t> weights(all.scores.size(), 1);
    std::vector<double> sums(got.size());
    for (size_t i = 0; i < weights.size(); ++i) {
      weights[i] = 0;
      const auto without = evaluate(profile, all.scores, all.same, weights).values;
      weights[i] = 1;
      for (size_t m = 0; m < got.size(); ++m) {
        ASSERT_EQ(*got[m].value, *values[m]);
        // The influence is exact but for the second order, 1 / n^2.
        EXPECT_NEAR(*values[m] - got[m].influence[i], *without[m], 6.0 / (400.0 * 400.0))
            << profile.name << names[m];
        sums[m] += got[m].influence[i];
      }
    }
    for (size_t m = 0; m < got.size(); ++m) EXPECT_NEAR(sums[m], 0, 1e-6) << names[m];
  }
}

// The sum of squares is the variance of DeLong, DeLong and Clarke-Pearson (with n for n - 1), computed from
// all pairs of items.
TEST(Influence, SquaredIsDeLongsVarianceOfAuc) {
  const Pairs all = pairs(2, 150);
  const auto got = influences(metric_profiles().front(), all.scores, all.same).front();
  double m = 0, n = 0;
  for (const uint8_t s : all.same) (s ? m : n) += 1;
  double of_same = 0, of_different = 0;
  for (size_t i = 0; i < all.scores.size(); ++i) {
    double wins = 0;
    for (size_t j = 0; j < all.scores.size(); ++j) {
      if (all.same[i] == all.same[j]) continue;
      const double by = (all.scores[i] - all.scores[j]) * (all.same[i] ? 1 : -1);
      wins += by > 0 ? 1 : by == 0 ? 0.5 : 0;
    }
    const double placement = wins / (all.same[i] ? n : m) - *got.value;
    (all.same[i] ? of_same : of_different) += placement * placement;
  }
  double squares = 0;
  for (const double influence : got.influence) squares += influence * influence;
  EXPECT_NEAR(squares, of_same / (m * m) + of_different / (n * n), 1e-9);
}

TEST(Influence, UndefinedStaysUndefined) {
  const std::vector<double> scores = {0.2, 0.9};
  const std::vector<uint8_t> same = {1, 1};
  const auto got = influences(metric_profiles().front(), scores, same);
  EXPECT_EQ(got[0].value, std::nullopt) << "AUC of one class";
  EXPECT_TRUE(got[0].influence.empty());
  EXPECT_EQ(got[1].influence.size(), 2U);
}

struct Classified {
  std::vector<uint32_t> truth, predicted, fold;
  std::vector<double> probabilities;
  ClassItems items() const { return {4, truth, probabilities, true}; }
};

Classified classified(uint64_t seed, size_t n) {
  Rng rng(seed, "test/influence/classes");
  Classified drawn;
  for (size_t i = 0; i < n; ++i) {
    const auto fold = static_cast<uint32_t>(rng.below(5));
    // Class 3 is in one fold only, and is never the truth elsewhere.
    const auto truth = static_cast<uint32_t>(fold == 2 && rng.chance(0.5) ? 3 : rng.below(3));
    std::vector<double> row;
    double sum = 0;
    for (uint32_t c = 0; c < 4; ++c) {
      row.push_back(std::round(10 * (rng.uniform() + (c == truth ? 0.4 : 0))) + 1);
      sum += row.back();
    }
    for (double& p : row) p /= sum;
    drawn.truth.push_back(truth);
    drawn.fold.push_back(fold);
    drawn.predicted.push_back(predicted_class(row));
    drawn.probabilities.insert(drawn.probabilities.end(), row.begin(), row.end());
  }
  return drawn;
}

TEST(Influence, PredictsEveryClassificationMetricWithoutOneItem) {
  const Classified all = classified(4, 300);
  const auto& profile = **find_classification_profile("classification-full");
  const auto got = influences(profile, all.items());
  const auto values = evaluate(profile, all.items(), {}).values;
  std::vector<uint32_t> weights(all.truth.size(), 1);
  for (size_t i = 0; i < weights.size(); ++i) {
    weights[i] = 0;
    const auto without = evaluate(profile, all.items(), weights).values;
    weights[i] = 1;
    for (size_t m = 0; m < got.size(); ++m)
      EXPECT_NEAR(*values[m] - got[m].influence[i], *without[m], 60.0 / (300.0 * 300.0))
          << profile.metrics[m];
  }
}

// Every metric is computed by its formula, on the tally and the wins in which item i counts a little more or
// less. The influences take short cuts, but no bit may differ.
TEST(Influence, ShortCutsOfClassificationChangeNoBit) {
  constexpr uint32_t kTimes = NearbyWins::kTimes;
  for (const bool all_answer : {true, false}) {
    Classified all = classified(6, 90);
    if (!all_answer)
      for (size_t c = 0; c < 4; ++c) all.probabilities[7 * 4 + c] = 0;
    // Class 1 has no items, so classes and their places differ.
    for (uint32_t& truth : all.truth) truth = truth == 1 ? 2 : truth;
    const ClassItems items = all.items();
    const auto& profile = **find_classification_profile("classification-full");
    const auto got = influences(profile, items);
    const ClassRanking ranked(items);
    for (size_t i = 0; i < items.size(); ++i) {
      std::vector<std::optional<double>> values[2];
      for (const uint32_t times : {kTimes + 1, kTimes - 1}) {
        std::vector<uint32_t> weights(items.size(), kTimes);
        weights[i] = times;
        ClassTally tally(items.classes);
        for (size_t k = 0; k < items.size(); ++k)
          tally.add(items.truth[k], items.row(k), items.probabilistic, weights[k]);
        const ClassWins wins = ranked.wins(weights);
        for (const auto& metric : profile.compute)
          values[times > kTimes ? 0 : 1].push_back(metric->value(tally, &wins));
      }
      for (size_t m = 0; m < got.size(); ++m) {
        if (!got[m].value) {
          EXPECT_FALSE(all_answer) << profile.metrics[m];
          continue;
        }
        EXPECT_EQ(got[m].influence[i], (*values[0][m] - *values[1][m]) / 2 * kTimes) << profile.metrics[m];
      }
    }
  }
}

TEST(Influence, OfOneClassRankingIsUndefined) {
  Classified all = classified(7, 20);
  for (uint32_t& truth : all.truth) truth = 2;
  const auto& profile = **find_classification_profile("classification");
  const auto got = influences(profile, all.items());
  for (size_t m = 0; m < got.size(); ++m)
    EXPECT_EQ(got[m].value.has_value(), !profile.compute[m]->ranks()) << profile.metrics[m];
}

// The expected score of shuffled answers is compared with all ways to deal them out.
TEST(Guessing, IsTheMeanOverAllWaysToDealTheAnswersOut) {
  const std::vector<uint32_t> truth = {0, 0, 1, 2, 1, 1, 2}, fold = {0, 0, 0, 0, 1, 1, 1};
  const std::vector<uint32_t> answers = {0, 1, 1, 2, 1, 2, 2};
  for (const char* metric : {"accuracy", "balanced-accuracy", "macro-recall", "kappa", "mcc"}) {
    const auto profile = make_classification_profile("one", "", {metric});
    const auto score = [&](const std::vector<uint32_t>& of) {
      std::vector<double> rows;
      for (const uint32_t c : of)
        for (uint32_t k = 0; k < 3; ++k) rows.push_back(k == c ? 1 : 0);
      return *evaluate(*profile, ClassItems{3, truth, rows, true}, {}).values[0];
    };
    double sum = 0, ways = 0;
    std::vector<size_t> first = {0, 1, 2, 3};
    do {
      std::vector<size_t> second = {4, 5, 6};
      do {
        std::vector<uint32_t> dealt;
        for (const auto* part : {&first, &second})
          for (const size_t i : *part) dealt.push_back(answers[i]);
        sum += score(dealt);
        ++ways;
      } while (std::next_permutation(second.begin(), second.end()));
    } while (std::next_permutation(first.begin(), first.end()));
    const Lead lead = lead_over_guessing(metric, 3, truth, answers, fold);
    EXPECT_NEAR(*lead.guessing, sum / ways, 1e-12) << metric;
    EXPECT_NEAR(*lead.lead.value, score(answers) - sum / ways, 1e-12) << metric;
  }
}

TEST(Guessing, AccuracyInOneFoldIsTheChanceAgreementOfKappa) {
  const Classified all = classified(5, 200);
  const std::vector<uint32_t> one(all.truth.size(), 0);
  const auto profile = make_classification_profile("two", "", {"accuracy", "kappa"});
  const auto values = evaluate(*profile, all.items(), {}).values;
  const double guess = *lead_over_guessing("accuracy", 4, all.truth, all.predicted, one).guessing;
  EXPECT_NEAR((*values[0] - guess) / (1 - guess), *values[1], 1e-12);
  EXPECT_NEAR(*lead_over_guessing("balanced-accuracy", 4, all.truth, all.predicted, one).guessing, 0.25,
              1e-12);
  EXPECT_NEAR(*lead_over_guessing("kappa", 4, all.truth, all.predicted, one).guessing, 0, 1e-12);
}

TEST(Guessing, NobodyLeadsWhereEachFoldIsOfOneClass) {
  const std::vector<uint32_t> truth = {0, 0, 0, 1, 1}, fold = {0, 0, 0, 1, 1};
  for (const std::vector<uint32_t>& answers : {truth, std::vector<uint32_t>{0, 1, 1, 0, 1}}) {
    const Lead lead = lead_over_guessing("accuracy", 2, truth, answers, fold);
    EXPECT_FALSE(lead.lead.value);
    const auto right =
        std::inner_product(truth.begin(), truth.end(), answers.begin(), 0, std::plus<>(), std::equal_to<>());
    EXPECT_NEAR(*lead.guessing, right / 5.0, 1e-12)
        << "dealt out in another order, the answers score the same";
  }
  const std::vector<uint32_t> mixed = {0, 0, 1, 1, 1};
  EXPECT_TRUE(lead_over_guessing("accuracy", 2, mixed, truth, fold).lead.value);
}

TEST(Guessing, LeadsWithoutOneItemAreAsTheInfluencesSay) {
  const Classified all = classified(6, 300);
  for (const char* metric : {"accuracy", "balanced-accuracy", "macro-recall", "kappa", "mcc"}) {
    const Lead lead = lead_over_guessing(metric, 4, all.truth, all.predicted, all.fold);
    for (size_t i = 0; i < all.truth.size(); i += 7) {
      Classified less = all;
      const auto drop = [&](std::vector<uint32_t>& of) { of.erase(of.begin() + static_cast<ptrdiff_t>(i)); };
      drop(less.truth);
      drop(less.predicted);
      drop(less.fold);
      EXPECT_NEAR(*lead.lead.value - lead.lead.influence[i],
                  *lead_over_guessing(metric, 4, less.truth, less.predicted, less.fold).lead.value,
                  40.0 / (300.0 * 300.0))
          << metric;
    }
  }
}

TEST(BestCut, IsTheBestOfAllCuts) {
  const Pairs all = pairs(7, 60);
  for (const auto& profile : metric_profiles()) {
    const auto got = at_best_cut(profile, all.scores, all.same);
    const auto as_is = evaluate(profile, all.scores, all.same).values;
    double overall = 0, parts = 0;
    for (size_t m = 0; m < profile.metrics.size(); ++m) {
      const auto& metric = profile.metrics[m];
      double best = -1;
      for (double cut = -0.025; cut < 1.05; cut += 0.05) {
        std::vector<double> decisions;
        for (const double score : all.scores) decisions.push_back(score > cut ? 1 : 0);
        best = std::max(best, *evaluate(profile, decisions, all.same).values[m]);
      }
      const bool thresholded = metric.name != "auc";
      if (metric.name == "brier") {
        // No monotone map is better, in particular none that cuts the scores in two and gives each half its
        // share.
        EXPECT_GE(*got[m].value, *as_is[m]);
        for (double cut = 0.025; cut < 1; cut += 0.05) {
          double counts[2][2] = {};
          for (size_t i = 0; i < all.scores.size(); ++i) ++counts[all.scores[i] > cut][all.same[i]];
          if (counts[1][1] * (counts[0][0] + counts[0][1]) < counts[0][1] * (counts[1][0] + counts[1][1]))
            continue;
          double error = 0;
          for (const auto& half : counts) {
            const double n = half[0] + half[1];
            if (n > 0) error += half[0] * half[1] / n;
          }
          best = std::max(best, 1 - error / static_cast<double>(all.scores.size()));
        }
        EXPECT_GE(*got[m].value, best - 1e-12);
        best = *got[m].value;
        double sum = 0;
        for (const double influence : got[m].influence) sum += influence;
        EXPECT_NEAR(sum, 0, 1e-12);
      }
      EXPECT_EQ(got[m].value.has_value(), thresholded) << metric.name;
      if (thresholded) {
        EXPECT_NEAR(*got[m].value, best, 1e-12) << metric.name;
        EXPECT_EQ(got[m].influence.size(), all.scores.size());
      }
      if (!metric.in_overall) continue;
      overall += thresholded ? best : *as_is[m];
      ++parts;
    }
    EXPECT_NEAR(*got.back().value, overall / parts, 1e-12) << profile.name;
  }
}

}  // namespace
}  // namespace standfast
