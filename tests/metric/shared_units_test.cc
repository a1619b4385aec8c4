// Tests of the variance of numbers whose items share authors and topics.
#include "standfast/metric/stat/shared_units.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

bool share(const std::array<uint32_t, 2>& a, const std::array<uint32_t, 2>& b) {
  for (const uint32_t x : a)
    for (const uint32_t y : b)
      if (x == y && x != kNoUnit) return true;
  return false;
}

struct Drawn {
  std::vector<ItemUnits> units;
  std::vector<double> influence;
};

// Returns pairs of texts, of which some have one author and some have no topics; or single texts.
Drawn draw(uint64_t seed, size_t n, bool pairs) {
  Rng rng(seed, "test/shared-units");
  Drawn drawn;
  for (size_t i = 0; i < n; ++i) {
    const auto unit = [&](uint32_t of) { return static_cast<uint32_t>(rng.below(of)); };
    ItemUnits item{{unit(9), pairs ? unit(9) : kNoUnit}, {unit(7), pairs ? unit(7) : kNoUnit}};
    if (rng.chance(0.1)) item.second = {kNoUnit, kNoUnit};
    drawn.units.push_back(item);
    drawn.influence.push_back(rng.uniform() - 0.5);
  }
  // One item carries nearly all of the weight, so that the others are not scaled.
  drawn.units.push_back({{1000, kNoUnit}, {1000, kNoUnit}});
  drawn.influence.push_back(0);
  return drawn;
}

std::vector<double> shares(const Drawn& drawn) {
  std::vector<double> shares(drawn.units.size(), 1);
  shares.back() = 1e15;
  return shares;
}

// Sums over all pairs of items, one by one, as the definition says, but without the scale of large units.
UnitVariance by_definition(const Drawn& a, const Drawn& b) {
  UnitVariance sum;
  for (size_t i = 0; i < a.units.size(); ++i)
    for (size_t j = 0; j < b.units.size(); ++j) {
      const double product = a.influence[i] * b.influence[j];
      const bool first = share(a.units[i].first, b.units[j].first);
      const bool second = share(a.units[i].second, b.units[j].second);
      if (first || second) sum.both += product;
      if (first) sum.first += product;
      if (second) sum.second += product;
    }
  return sum;
}

TEST(SharedUnits, IsTheSumOverAllPairsOfItemsThatShareOne) {
  for (const bool pairs : {true, false})
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const Drawn a = draw(seed, 120, pairs), b = draw(seed + 100, 90, pairs);
      UnitSpace space;
      const UnitItems of_a = space.items(a.units, shares(a)), of_b = space.items(b.units, shares(b));
      auto sums_a = space.sums(), sums_b = space.sums();
      space.add(of_a, a.influence, 1, sums_a);
      space.add(of_b, b.influence, -2, sums_b);
      const UnitItems* const both[] = {&of_a, &of_b};
      const UnitCounts counts = space.counts(both);
      EXPECT_EQ(counts.first, 10U);
      EXPECT_EQ(counts.second, 8U);
      EXPECT_GT(counts.df, 3);
      EXPECT_LE(counts.df, 7);
      const UnitVariance got = space.covariance(sums_a, sums_b), wanted = by_definition(a, b);
      EXPECT_NEAR(got.both, -2 * wanted.both, 1e-9);
      EXPECT_NEAR(got.first, -2 * wanted.first, 1e-9);
      EXPECT_NEAR(got.second, -2 * wanted.second, 1e-9);
      const UnitVariance of_one = space.variance(sums_a), one = by_definition(a, a);
      EXPECT_NEAR(of_one.both, one.both, 1e-9);
      EXPECT_EQ(of_one.largest(), std::max({of_one.both, of_one.first, of_one.second}));
    }
}

// Items that were tested twice, with another seed, are not more evidence.
TEST(SharedUnits, RepeatedItemsDoNotNarrow) {
  Drawn once = draw(3, 100, true), twice = once;
  twice.units.insert(twice.units.end(), once.units.begin(), once.units.end());
  for (double& influence : twice.influence) influence /= 2;
  twice.influence.insert(twice.influence.end(), twice.influence.begin(), twice.influence.end());
  UnitSpace space;
  const UnitItems items = space.items(once.units), repeated = space.items(twice.units);
  auto sums = space.sums(), repeated_sums = space.sums();
  space.add(items, once.influence, 1, sums);
  space.add(repeated, twice.influence, 1, repeated_sums);
  EXPECT_NEAR(space.variance(sums).both, space.variance(repeated_sums).both, 1e-12);
}

TEST(SharedUnits, OneKindAloneAndNone) {
  UnitSpace space;
  constexpr std::array<uint32_t, 2> kNone = {kNoUnit, kNoUnit};
  const std::vector<ItemUnits> units = {{{0, kNoUnit}, kNone}, {{1, 0}, kNone}, {{1, 1}, kNone}};
  const UnitItems items = space.items(units);
  auto sums = space.sums();
  space.add(items, std::vector<double>{1, 2, 4}, 1, sums);
  const UnitItems* const all[] = {&items};
  const UnitCounts counts = space.counts(all);
  EXPECT_EQ(counts.first, 2U);
  EXPECT_EQ(counts.second, 0U);
  EXPECT_EQ(counts.fewest(), 2U);
  // Author 0 has two of the three items, so their sum counts 3 times, and so does the sum of author 1. Both
  // together have one of the three items, which counts 1.5 times.
  EXPECT_DOUBLE_EQ(space.variance(sums).both, 9 * 3 * 3 + 9 * 6 * 6 - 2.25 * 2 * 2);
}

}  // namespace
}  // namespace standfast
