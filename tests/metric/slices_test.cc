#include "standfast/metric/classes/slices.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {
namespace {

const ClassificationProfile& profile() {
  return **find_classification_profile("classification");
}

// Documents of two classes, in groups: group g has sizes[g] documents, of which rights[g] are answered
// rightly.
struct Groups {
  std::vector<uint32_t> truth, group;
  std::vector<double> p;
  Groups(const std::vector<uint32_t>& sizes, const std::vector<uint32_t>& rights) {
    for (uint32_t g = 0; g < sizes.size(); ++g)
      for (uint32_t i = 0; i < sizes[g]; ++i) {
        truth.push_back(i % 2);
        group.push_back(10 * g);
        const bool answer_one = (i % 2 == 1) == (i < rights[g]);
        p.insert(p.end(), {answer_one ? .2 : .8, answer_one ? .8 : .2});
      }
  }
  Slices slices(const SliceOptions& options = {}) const {
    return slice(profile(), {2, truth, p}, group, options);
  }
};

TEST(Slices, AreEvaluationsOfTheirItems) {
  const Groups groups({8, 30, 12}, {6, 15, 12});
  const Slices all = groups.slices();
  ASSERT_EQ(all.slices.size(), 3U);
  EXPECT_EQ(all.n, 50U);
  EXPECT_EQ(all.right, 33U);
  EXPECT_EQ(all.compared, 3U);
  for (const auto& one : all.slices) {
    std::vector<uint32_t> weights;
    for (const uint32_t g : groups.group) weights.push_back(g == one.group ? 1 : 0);
    EXPECT_EQ(one.values, evaluate(profile(), {2, groups.truth, groups.p}, weights).values);
    EXPECT_EQ(one.interval, exact_interval(one.right, one.n, .95));
    EXPECT_EQ(*one.simultaneous, exact_interval(one.right, one.n, 1 - .05 / 3));
    EXPECT_LE(one.simultaneous->low, one.interval.low);
  }
}

TEST(Slices, WorstAndBestAmongGroupsThatAreLargeEnough) {
  const Groups groups({4, 30, 30, 12}, {0, 15, 21, 12});
  const auto at = [](const Slices& s, const std::optional<ExtremeGroup>& e) {
    return s.slices[e->place].group;
  };
  const Slices all = groups.slices();
  EXPECT_EQ(at(all, worst_group(all, profile(), "accuracy")), 0U);
  const Slices large = groups.slices({.min_items = 10});
  EXPECT_EQ(large.slices.size(), 4U) << "small groups are shown";
  EXPECT_EQ(large.compared, 3U);
  EXPECT_EQ(large.slices[0].simultaneous, std::nullopt);
  EXPECT_EQ(at(large, worst_group(large, profile(), "accuracy")), 10U);
  EXPECT_EQ(at(large, best_group(large, profile(), "accuracy")), 30U);
  EXPECT_EQ(at(large, worst_group(large, profile(), "log-loss")), 10U) << "lower is better";
  EXPECT_EQ(worst_group(large, profile(), "log-loss")->by_luck, std::nullopt);
  const Slices none = groups.slices({.min_items = 31});
  EXPECT_EQ(worst_group(none, profile(), "accuracy"), std::nullopt);
}

TEST(Slices, LuckOfTheWorstEqualsSimulation) {
  const std::vector<uint32_t> sizes{20, 35, 50, 15}, rights{11, 28, 40, 13};
  const Slices all = Groups(sizes, rights).slices();
  const auto worst = worst_group(all, profile(), "accuracy"), best = best_group(all, profile(), "accuracy");
  EXPECT_EQ(worst->value, 11.0 / 20);
  EXPECT_EQ(best->value, 13.0 / 15);
  Rng rng(3, "test/slices");
  constexpr int kRounds = 40000;
  int as_low = 0, as_high = 0;
  for (int round = 0; round < kRounds; ++round) {
    bool low = false, high = false;
    for (const uint32_t n : sizes) {
      const uint32_t right = draw_binomial(rng, n, 92.0 / 120);
      low = low || right * 20 <= 11 * n;
      high = high || right * 15 >= 13 * n;
    }
    as_low += low;
    as_high += high;
  }
  const auto near = [&](double p, int seen) {
    EXPECT_NEAR(p, static_cast<double>(seen) / kRounds, 4 * std::sqrt(p * (1 - p) / kRounds));
  };
  near(*worst->by_luck, as_low);
  near(*best->by_luck, as_high);
}

TEST(Slices, TheIntervalOfTheWorstHoldsThoughItWasPicked) {
  // There are twenty groups of one accuracy. A plain 95 % interval of the worst group misses this accuracy
  // often, the simultaneous interval seldom.
  Rng rng(4, "test/slices");
  constexpr int kRounds = 300;
  int plain = 0, simultaneous = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<uint32_t> sizes(20, 60);
    std::vector<uint32_t> rights(20);
    for (auto& right : rights) right = draw_binomial(rng, 60, .7);
    static const auto labels = *make_classification_profile("labels", "", {"accuracy"});
    const Groups groups(sizes, rights);
    const Slices all = slice(labels, {2, groups.truth, groups.p}, groups.group, {});
    const auto& worst = all.slices[worst_group(all, labels, "accuracy")->place];
    plain += worst.interval.low <= .7 && .7 <= worst.interval.high;
    simultaneous += worst.simultaneous->low <= .7 && .7 <= worst.simultaneous->high;
  }
  EXPECT_LT(plain, .8 * kRounds);
  EXPECT_GT(simultaneous, .95 * kRounds - 4 * std::sqrt(.95 * .05 * kRounds));
}

}  // namespace
}  // namespace standfast
