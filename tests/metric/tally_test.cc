#include "standfast/metric/pairs/tally.h"

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

struct WeightedItems {
  std::vector<double> score;
  std::vector<uint8_t> same;
  std::vector<uint32_t> weight;
};

WeightedItems random_items(size_t n, uint64_t levels, uint64_t seed) {
  Rng rng(seed, "test/tally");
  WeightedItems items;
  for (size_t i = 0; i < n; ++i) {
    items.same.push_back(rng.chance(0.4));
    const double p =
        levels > 0 ? static_cast<double>(rng.below(levels + 1)) / static_cast<double>(levels) : rng.uniform();
    items.score.push_back(rng.chance(0.1) ? 0.5 : p);
    items.weight.push_back(static_cast<uint32_t>(rng.below(4)));
  }
  return items;
}

// Computes the tally directly from the definitions.
VerificationTally slow_tally(const WeightedItems& items) {
  VerificationTally t;
  for (size_t i = 0; i < items.score.size(); ++i) {
    const double p = items.score[i];
    const uint64_t w = items.weight[i];
    (items.same[i] ? (p > 0.5   ? t.same_accepted
                      : p < 0.5 ? t.same_rejected
                                : t.same_open)
                   : (p > 0.5   ? t.different_accepted
                      : p < 0.5 ? t.different_rejected
                                : t.different_open)) += w;
    (items.same[i] ? t.same_squared_error : t.different_squared_error) +=
        static_cast<double>(w) * (p - items.same[i]) * (p - items.same[i]);
    for (size_t j = 0; j < items.score.size(); ++j)
      if (items.same[i] && !items.same[j])
        t.doubled_wins += w * items.weight[j] * (p > items.score[j] ? 2 : p == items.score[j] ? 1 : 0);
  }
  return t;
}

void expect_equal(const VerificationTally& a, const VerificationTally& b, double tolerance) {
  EXPECT_EQ(a.same_accepted, b.same_accepted);
  EXPECT_EQ(a.same_rejected, b.same_rejected);
  EXPECT_EQ(a.same_open, b.same_open);
  EXPECT_EQ(a.different_accepted, b.different_accepted);
  EXPECT_EQ(a.different_rejected, b.different_rejected);
  EXPECT_EQ(a.different_open, b.different_open);
  EXPECT_EQ(a.doubled_wins, b.doubled_wins);
  EXPECT_NEAR(a.same_squared_error, b.same_squared_error, tolerance);
  EXPECT_NEAR(a.different_squared_error, b.different_squared_error, tolerance);
}

TEST(RankedItems, TalliesEqualTheDefinitions) {
  for (const uint64_t levels : {0UL, 1UL, 2UL, 5UL, 40UL})
    for (const size_t n : {0UL, 1UL, 2UL, 7UL, 8UL, 9UL, 100UL, 1300UL}) {
      WeightedItems items = random_items(n, levels, n + levels);
      RankedItems ranked(items.score, items.same);
      ranked.prepare_small();
      std::vector<uint32_t> by_position;
      std::vector<uint8_t> small;
      for (const uint32_t i : ranked.order()) {
        by_position.push_back(items.weight[i]);
        small.push_back(static_cast<uint8_t>(items.weight[i]));
      }
      expect_equal(ranked.tally(by_position), slow_tally(items), 1e-12 * static_cast<double>(n));
      expect_equal(ranked.tally_small(small), slow_tally(items), 1e-9 * static_cast<double>(n));
      items.weight.assign(n, 1);
      expect_equal(ranked.tally(), slow_tally(items), 1e-12 * static_cast<double>(n));
    }
}

TEST(RankedItems, SmallWeightsHoldUpToTheirBound) {
  WeightedItems items = random_items(20000, 0, 3);
  items.weight.assign(items.score.size(), RankedItems::kMaxSmallWeight);
  RankedItems ranked(items.score, items.same);
  ranked.prepare_small();
  const std::vector<uint8_t> small(items.score.size(), RankedItems::kMaxSmallWeight);
  expect_equal(ranked.tally_small(small), ranked.tally(items.weight), 1e-3);
}

TEST(RankedItems, OrderOfItemsChangesNoBit) {
  WeightedItems items = random_items(3000, 30, 4);
  const RankedItems ranked(items.score, items.same);
  const std::vector<double> score(items.score.rbegin(), items.score.rend());
  const std::vector<uint8_t> same(items.same.rbegin(), items.same.rend());
  const RankedItems other(score, same);
  expect_equal(ranked.tally(), other.tally(), 0);
}

}  // namespace
}  // namespace standfast
