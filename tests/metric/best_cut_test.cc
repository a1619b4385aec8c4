// Tests of the bounds for two classes: the best cut and the best recalibration.
#include "standfast/metric/best_cut.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "tests/support/profiles.h"

namespace standfast {
namespace {

struct Answers {
  std::vector<uint32_t> truth;
  std::vector<double> rows;
  size_t classes = 2;
  bool probabilistic = true;
  ClassItems items() const { return {classes, truth, rows, probabilistic}; }
};

// Returns probabilities of the second class in steps of .05, lower by `shift`.
Answers answers(uint64_t seed, size_t n, double shift = 0) {
  Rng rng(seed, "test/class-best-cut");
  Answers drawn;
  for (size_t i = 0; i < n; ++i) {
    const bool second = rng.chance(0.4);
    const double p = std::clamp(
        std::round(20 * (0.2 + 0.3 * rng.uniform() + 0.3 * rng.uniform() + (second ? 0.2 : 0) - shift)) / 20,
        0.0, 1.0);
    drawn.truth.push_back(second ? 1 : 0);
    drawn.rows.insert(drawn.rows.end(), {1 - p, p});
  }
  return drawn;
}

Answers decided(const Answers& all, double cut) {
  Answers at = all;
  for (size_t i = 0; i < all.truth.size(); ++i) {
    at.rows[2 * i + 1] = all.rows[2 * i + 1] > cut ? 1 : 0;
    at.rows[2 * i] = 1 - at.rows[2 * i + 1];
  }
  return at;
}

TEST(ClassBestCut, IsTheBestOfAllCuts) {
  const Answers all = answers(1, 80);
  const auto got = at_best_cut(testing::full_classification(), all.items());
  for (size_t m = 0; m < testing::full_classification().metrics.size(); ++m) {
    const auto& name = testing::full_classification().metrics[m];
    const auto& traits = (*classification_metrics().find(name))->traits;
    EXPECT_EQ(got[m].value.has_value(), traits.has_threshold || traits.has_calibration) << name;
    if (!traits.has_threshold) continue;
    double best = -1;
    for (double cut = -0.025; cut < 1.05; cut += 0.05)
      if (const auto value = evaluate(testing::full_classification(), decided(all, cut).items()).values[m])
        best = std::max(best, *value);
    EXPECT_NEAR(*got[m].value, best, 1e-12) << name;
    double sum = 0;
    for (const double influence : got[m].influence) sum += influence;
    EXPECT_NEAR(sum, 0, 1e-6) << name;
    EXPECT_EQ(got[m].influence.size(), all.truth.size());
  }
}

// Answers that are too high by the same amount everywhere lose only by the place of their cut.
TEST(ClassBestCut, AShiftOfAllScoresCostsNothingAtTheBestCut) {
  const Answers all = answers(2, 400, 0.1), high = answers(2, 400);
  const auto right = evaluate(testing::full_classification(), all.items()).values,
             wrong = evaluate(testing::full_classification(), high.items()).values;
  EXPECT_LT(*wrong[0], *right[0] - 0.02);
  EXPECT_NEAR(*at_best_cut(testing::full_classification(), high.items())[0].value,
              *at_best_cut(testing::full_classification(), all.items())[0].value, 1e-12);
}

// Isotonic regression is at least as good as any increasing map, for both losses, and such maps do not change
// its result.
TEST(ClassBestCut, NoRisingMapBeatsTheRecalibration) {
  const Answers all = answers(3, 200);
  for (const char* name : {"log-loss", "multiclass-brier"}) {
    const auto alone = *make_classification_profile(name, "", {name});
    const auto bound = at_best_cut(alone, all.items())[0];
    double sum = 0;
    for (const double influence : bound.influence) sum += influence;
    EXPECT_NEAR(sum, 0, 1e-12);
    for (const double power : {0.3, 0.7, 1.0, 1.7, 3.0}) {
      Answers mapped = all;
      for (size_t i = 0; i < all.truth.size(); ++i) {
        mapped.rows[2 * i + 1] = 0.05 + 0.9 * std::pow(all.rows[2 * i + 1], power);
        mapped.rows[2 * i] = 1 - mapped.rows[2 * i + 1];
      }
      EXPECT_GE(*evaluate(alone, mapped.items()).values[0], *bound.value) << name << power;
      EXPECT_NEAR(*at_best_cut(alone, mapped.items())[0].value, *bound.value, 1e-12) << name << power;
    }
  }
}

TEST(ClassBestCut, PureBlocksLoseNothing) {
  Answers all;
  for (const double p : {0.1, 0.2, 0.2, 0.7, 0.9}) {
    all.truth.push_back(p > 0.5 ? 1 : 0);
    all.rows.insert(all.rows.end(), {1 - p, p});
  }
  const auto alone = *make_classification_profile("log-loss", "", {"log-loss"});
  EXPECT_EQ(*at_best_cut(alone, all.items())[0].value, 0);
  // Isotonic regression makes one block of four items, two of each class, and a pure block on either side.
  const std::vector<double> scores = {0.1, 0.4, 0.5, 0.5, 0.6, 0.9};
  const std::vector<uint8_t> same = {0, 1, 0, 1, 0, 1};
  EXPECT_NEAR(*recalibrated_loss(scores, same, log_loss_of_share).value, 4 * std::log(2.0) / 6, 1e-12);
  EXPECT_NEAR(*recalibrated_loss(scores, same, squared_loss).value, 4 * 0.25 / 6, 1e-12);
}

TEST(ClassBestCut, ThereIsNoneOfMoreClassesAndNoCalibrationOfRanks) {
  Answers all = answers(4, 60);
  all.probabilistic = false;
  const auto ranks = at_best_cut(testing::full_classification(), all.items());
  EXPECT_TRUE(ranks[0].value);
  for (size_t m = 0; m < testing::full_classification().metrics.size(); ++m)
    EXPECT_EQ(
        ranks[m].value.has_value(),
        (*classification_metrics().find(testing::full_classification().metrics[m]))->traits.has_threshold);
  Answers three;
  three.classes = 3;
  three.truth = {0, 1, 2};
  three.rows = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (const auto& bound : at_best_cut(testing::full_classification(), three.items()))
    EXPECT_FALSE(bound.value);
}

}  // namespace
}  // namespace standfast
