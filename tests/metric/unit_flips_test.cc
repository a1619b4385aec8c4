// Compares sign flips over authors and topics with their definition and with flips of single numbers.
#include "standfast/metric/stat/unit_flips.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/weighted_tests.h"
#include "tests/support/every_simd_level.h"

namespace standfast {
namespace {

struct FlippedItems {
  std::vector<ItemUnits> units;
  std::vector<double> influence;  // adds up to 0
};

FlippedItems draw(uint64_t seed, size_t n, uint32_t authors, uint32_t topics, bool pairs) {
  Rng rng(seed, "test/unit-flips");
  FlippedItems items;
  for (size_t i = 0; i < n; ++i) {
    const auto unit = [&](uint32_t of) { return static_cast<uint32_t>(rng.below(of)); };
    items.units.push_back(
        {{unit(authors), pairs ? unit(authors) : kNoUnit}, {unit(topics), pairs ? unit(topics) : kNoUnit}});
    items.influence.push_back((rng.uniform() - 0.5) / static_cast<double>(n));
  }
  const double mean =
      std::accumulate(items.influence.begin(), items.influence.end(), 0.0) / static_cast<double>(n);
  for (double& influence : items.influence) influence -= mean;
  return items;
}

double sign_of(const std::array<uint32_t, 2>& units, uint32_t flip) {
  const auto one = [&](uint32_t unit) { return (flip >> unit & 1U) != 0 ? -1.0 : 1.0; };
  return (one(units[0]) + one(units[1] != kNoUnit ? units[1] : units[0])) / 2;
}

double share_of(const UnitItems& items, size_t item) {
  return items.share(items.group(item)) / items.count(items.group(item));
}

// Computes p over every flip of one kind of unit, item by item: contributions change sign, the mean of the
// result is subtracted, and the space gives the variance.
double p_by_definition(const UnitSpace& space, const std::vector<const UnitItems*>& cells,
                       const std::vector<std::vector<double>>& parts, bool of_first, uint32_t units) {
  std::vector<double> squares;
  for (uint32_t flip = 0; flip < 1U << units; ++flip) {
    double number = 0;
    std::vector<std::vector<double>> flipped = parts;
    for (size_t c = 0; c < cells.size(); ++c)
      for (size_t i = 0; i < flipped[c].size(); ++i) {
        const auto& of = cells[c]->units(cells[c]->group(i));
        number += flipped[c][i] *= sign_of(of_first ? of.first : of.second, flip);
      }
    auto sums = space.sums();
    for (size_t c = 0; c < cells.size(); ++c) {
      for (size_t i = 0; i < flipped[c].size(); ++i)
        flipped[c][i] -= number * share_of(*cells[c], i) / static_cast<double>(cells.size());
      space.add(*cells[c], flipped[c], 1, sums);
    }
    const double variance = std::max(0.0, space.variance(sums).largest());
    squares.push_back(variance > 0 ? number * number / variance : std::numeric_limits<double>::infinity());
  }
  uint32_t hits = 0;
  for (const double square : squares) hits += square >= squares.front() * (1 - 1e-9) ? 1 : 0;
  return hits / static_cast<double>(squares.size());
}

TEST(UnitFlips, AreTheirDefinition) {
  for (const bool pairs : {false, true})
    for (uint64_t seed = 1; seed <= 4; ++seed) {
      const FlippedItems a = draw(seed, 60, 6, 7, pairs), b = draw(seed + 10, 50, 6, 7, pairs);
      UnitSpace space;
      const UnitItems of_a = space.items(a.units), of_b = space.items(b.units);
      const double numerator = 0.05, denominator = 0.3;
      const FlippedCell cells[] = {{&of_a, a.influence, -1, {}}, {&of_b, {}, 1, b.influence}};
      const UnitFlips flips(space, cells, numerator, denominator);
      for (const double theta : {0.0, 0.1, 1.0}) {
        std::vector<std::vector<double>> parts(2);
        for (size_t i = 0; i < 60; ++i)
          parts[0].push_back(-a.influence[i] + share_of(of_a, i) / 2 * (numerator - theta * denominator));
        for (size_t i = 0; i < 50; ++i)
          parts[1].push_back(-theta * b.influence[i] +
                             share_of(of_b, i) / 2 * (numerator - theta * denominator));
        const double first = p_by_definition(space, {&of_a, &of_b}, parts, true, 6),
                     second = p_by_definition(space, {&of_a, &of_b}, parts, false, 7);
        EXPECT_DOUBLE_EQ(flips.p(theta), std::max(first, second)) << pairs << ' ' << seed << ' ' << theta;
      }
    }
}

// With one number for each unit, the standard error falls as the mean grows, so p equals the p of plain sign
// flips.
TEST(UnitFlips, OfOneNumberAUnitArePlainFlips) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Rng rng(seed, "test/unit-flips");
    std::vector<double> values;
    std::vector<ItemUnits> units;
    for (uint32_t u = 0; u < 9; ++u) {
      values.push_back(rng.normal() + 0.4);
      units.push_back({{u, kNoUnit}, {kNoUnit, kNoUnit}});
    }
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 9;
    std::vector<double> influence;
    for (const double value : values) influence.push_back((value - mean) / 9);
    UnitSpace space;
    const UnitItems items = space.items(units);
    const FlippedCell cells[] = {{&items, influence, 1, {}}};
    EXPECT_DOUBLE_EQ(UnitFlips(space, cells, mean, 1).p(0),
                     *sign_flip_test(values, std::vector<double>(9, 1), {}).p);
  }
}

TEST(UnitFlips, TheEndsOfTheIntervalAreWhereTheTestTurns) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const FlippedItems a = draw(seed, 300, 14, 12, false);
    UnitSpace space;
    const UnitItems items = space.items(a.units);
    const FlippedCell cells[] = {{&items, a.influence, 1, {}}};
    const double value = 0.02 * static_cast<double>(seed) - 0.1;
    const UnitFlips flips(space, cells, value, 1);
    const Interval interval = flips.interval(0.95, 0.05, 0);
    EXPECT_LT(interval.low, value);
    EXPECT_GT(interval.high, value);
    EXPECT_EQ(flips.p(0) < 0.05, interval.low > 0 || interval.high < 0);
    EXPECT_GE(flips.p(interval.low), 0.05);
    EXPECT_GE(flips.p(interval.high), 0.05);
    EXPECT_LT(flips.p(interval.low - 1e-5), 0.05);
    EXPECT_LT(flips.p(interval.high + 1e-5), 0.05);
  }
}

TEST(UnitFlips, AreTheSameAtEverySimdLevel) {
  const FlippedItems a = draw(5, 200, 14, 12, true);
  testing::expect_same_at_every_simd_level([&] {
    UnitSpace space;
    const UnitItems items = space.items(a.units);
    const FlippedCell cells[] = {{&items, a.influence, 1, a.influence}};
    const UnitFlips flips(space, cells, 0.04, 0.3);
    const Interval interval = flips.interval(0.95, 0.05, 0);
    return std::vector<double>{interval.low, interval.high, flips.p(0), flips.p(0.1)};
  });
}

TEST(UnitFlips, SixUnitsReachFivePercentAndFiveDoNot) {
  EXPECT_LT(least_flip_p(6), 0.05);
  EXPECT_GT(least_flip_p(5), 0.05);
  EXPECT_LT(least_flip_p(11), 0.0011);
}

}  // namespace
}  // namespace standfast
