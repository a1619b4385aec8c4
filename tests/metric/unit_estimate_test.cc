// Tests of intervals of scores, differences and shares.
#include "standfast/metric/stat/unit_estimate.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/unit_flips.h"

namespace standfast {
namespace {

using ::testing::HasSubstr;

// The mean of numbers of authors x topics, whose influences are (x - mean) / n.
struct Mean {
  std::vector<ItemUnits> units;
  Influenced number;
};
Mean mean_of(uint64_t seed, uint32_t authors, uint32_t topics, double center, double spread = 0.2) {
  Rng rng(seed, "test/unit-estimate");
  Mean mean;
  double sum = 0;
  std::vector<double> values;
  for (uint32_t a = 0; a < authors; ++a)
    for (uint32_t t = 0; t < topics; ++t) {
      mean.units.push_back({{a, kNoUnit}, {t, kNoUnit}});
      values.push_back(center + spread * (rng.uniform() - 0.5));
      sum += values.back();
    }
  const auto n = static_cast<double>(values.size());
  mean.number.value = sum / n;
  for (const double value : values) mean.number.influence.push_back((value - sum / n) / n);
  return mean;
}

TEST(UnitEstimate, HoldsItsEstimateWithinTheBounds) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Mean mean = mean_of(seed, 8, 7, 0.97, 0.6);
    UnitSpace space;
    const UnitItems items = space.items(mean.units);
    const Estimate e = unit_estimate(space, {&items, &mean.number}, 0.95, 0, 1);
    ASSERT_TRUE(e.interval);
    EXPECT_LE(e.interval->low, *e.value);
    EXPECT_GE(e.interval->high, std::min(1.0, *e.value));
    EXPECT_LE(e.interval->high, 1);
    EXPECT_LT(e.interval->low, e.interval->high);
  }
}

// Pairs have authors but no topics; in the second case some pair has topics too.
TEST(UnitEstimate, PairsThatRestOnAuthorsAloneNeedTwenty) {
  for (const uint32_t authors : {19U, 20U})
    for (const bool some_topics : {false, true}) {
      Mean mean = mean_of(1, authors, 12, 0.7);
      for (size_t i = 0; i < mean.units.size(); ++i) {
        mean.units[i].first[1] = (mean.units[i].first[0] + 1) % authors;
        if (!some_topics || i % 2 == 0) mean.units[i].second = {kNoUnit, kNoUnit};
      }
      UnitSpace space;
      const UnitItems items = space.items(mean.units);
      const OnUnits number{&items, &mean.number};
      const Estimate e = unit_estimate(space, number, 0.95, 0, 1);
      EXPECT_EQ(e.interval.has_value(), authors == 20);
      EXPECT_EQ(unit_difference(space, number, number, 0.95).estimate.why_no_interval.starts_with("fewer"),
                authors < 20);
      if (authors < 20) {
        EXPECT_EQ(e.why_no_interval,
                  "fewer than 20 authors (19), and pairs without topics rest on them alone");
      }
    }
}

// The smallest possible mean of -log p is 2.2e-16.
TEST(UnitEstimate, AtItsBoundAScoreHasNoIntervalOfWidthNought) {
  Mean mean = mean_of(1, 10, 10, 0.5, 0);
  mean.number.influence.assign(mean.units.size(), 0);
  UnitSpace space;
  const UnitItems items = space.items(mean.units);
  const double most = -std::log(0x1p-52);
  for (const double value : {0.0, 2.2e-16, most}) {
    mean.number.value = value;
    const Estimate e = unit_estimate(space, {&items, &mean.number}, 0.95, 0, most);
    EXPECT_FALSE(e.interval) << value;
    EXPECT_THAT(e.why_no_interval, HasSubstr("as high or as low as it can be")) << value;
  }
}

// The items differ, but what they share by authors and by topics cancels, so the variance is estimated as 0
// or less. An interval of width 0 would say that the score is known exactly.
TEST(UnitEstimate, WhereTheVarianceCancelsThereIsNoInterval) {
  Mean mean = mean_of(1, 8, 8, 0.6);
  for (size_t i = 0; i < mean.units.size(); ++i)
    mean.number.influence[i] =
        ((i / 8 + i % 8) % 2 == 0 ? 0.4 : -0.4) / static_cast<double>(mean.units.size());
  UnitSpace space;
  const UnitItems items = space.items(mean.units);
  const Estimate e = unit_estimate(space, {&items, &mean.number}, 0.95, 0, 1);
  EXPECT_TRUE(e.value);
  EXPECT_FALSE(e.interval);
  EXPECT_THAT(e.why_no_interval, HasSubstr("cancel out"));
}

TEST(UnitEstimate, BelowSixUnitsThereIsNoIntervalAndNoP) {
  for (const auto& [authors, topics] : {std::pair(5U, 20U), {20U, 5U}}) {
    const Mean a = mean_of(1, authors, topics, 0.8), b = mean_of(2, authors, topics, 0.6);
    UnitSpace space;
    const UnitItems of_a = space.items(a.units), of_b = space.items(b.units);
    const Estimate one = unit_estimate(space, {&of_a, &a.number}, 0.95, 0, 1);
    EXPECT_TRUE(one.value);
    EXPECT_FALSE(one.interval);
    EXPECT_THAT(one.why_no_interval,
                HasSubstr(authors == 5 ? "fewer than 6 authors" : "fewer than 6 topics (5)"));
    const Difference two = unit_difference(space, {&of_a, &a.number}, {&of_b, &b.number}, 0.95);
    EXPECT_TRUE(two.estimate.value);
    EXPECT_FALSE(two.estimate.interval);
    EXPECT_FALSE(two.p);
    EXPECT_FALSE(unit_ratio(space, {&of_b, &b.number}, {&of_a, &a.number}, 0.95).value);
  }
}

TEST(UnitEstimate, PIsBelowAlphaExactlyWhereTheIntervalLeavesOutNothing) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const Mean a = mean_of(seed, 8, 8, 0.8), b = mean_of(seed + 1000, 8, 8, 0.78);
    UnitSpace space;
    const UnitItems of_a = space.items(a.units), of_b = space.items(b.units);
    const Difference d = unit_difference(space, {&of_a, &a.number}, {&of_b, &b.number}, 0.95);
    EXPECT_NEAR(*d.estimate.value, *a.number.value - *b.number.value, 1e-15);
    EXPECT_EQ(*d.p<0.05, d.estimate.interval->low> 0 || d.estimate.interval->high < 0);
    // No error can be estimated for a number less itself: it may only be that few items tell the two apart.
    const Difference none = unit_difference(space, {&of_a, &a.number}, {&of_a, &a.number}, 0.95);
    EXPECT_EQ(none.estimate.value, 0.0);
    EXPECT_FALSE(none.p) << "no error, no test";
    EXPECT_FALSE(none.estimate.interval);
    EXPECT_NE(none.estimate.why_no_interval, "");
  }
}

// The interval is computed by t alone and by flips. With few and uneven units it may reach further than
// scores can lie apart.
TEST(UnitEstimate, ADifferenceEndsWhereScoresEnd) {
  for (const uint32_t units : {6U, 12U}) {
    const Mean a = mean_of(3, units, units, 0.5), b = mean_of(4, units, units, 0.5);
    UnitSpace space;
    const UnitItems of_a = space.items(a.units), of_b = space.items(b.units);
    const OnUnits first{&of_a, &a.number}, second{&of_b, &b.number};
    const Difference free = unit_difference(space, first, second, 0.999);
    ASSERT_TRUE(free.estimate.interval);
    const double value = *free.estimate.value, most = std::abs(value) + 0.01;
    ASSERT_LT(free.estimate.interval->low, -most);
    ASSERT_GT(free.estimate.interval->high, most);
    const Difference bounded = unit_difference(space, first, second, 0.999, most);
    EXPECT_EQ(*bounded.estimate.interval, (Interval{-most, most}));
    EXPECT_EQ(bounded.p, free.p);
    EXPECT_EQ(
        unit_difference(space, first, second, 0.999, 2).estimate.interval,
        (Interval{std::max(-2.0, free.estimate.interval->low), std::min(2.0, free.estimate.interval->high)}));
  }
}

// By Fieller, the test of shifted - R reference changes its decision at both ends of the interval.
TEST(UnitEstimate, TheEndsOfAShareAreWhereTheTestTurns) {
  const Mean reference = mean_of(5, 12, 9, 0.3, 0.5), shifted = mean_of(6, 12, 9, 0.2, 0.5);
  UnitSpace space;
  const UnitItems of_r = space.items(reference.units), of_s = space.items(shifted.units);
  const double exact = *shifted.number.value / *reference.number.value;
  const auto p = [&](double ratio) {
    const FlippedCell cells[] = {{&of_s, shifted.number.influence, 1, {}},
                                 {&of_r, {}, 1, reference.number.influence}};
    return UnitFlips(space, cells, *shifted.number.value, *reference.number.value).p(ratio);
  };
  const Estimate share = unit_ratio(space, {&of_s, &shifted.number}, {&of_r, &reference.number}, 0.95);
  ASSERT_TRUE(share.value) << share.why_not;
  EXPECT_DOUBLE_EQ(*share.value, exact);
  EXPECT_LT(share.interval->low, exact);
  EXPECT_GT(share.interval->high, exact);
  // Beyond the ends the flips reject, and so does t as if all units were of one size. At each end one of the
  // two changes its decision.
  const auto t = [&](double ratio) {
    auto sums = space.sums();
    space.add(of_s, shifted.number.influence, 1, sums);
    space.add(of_r, reference.number.influence, -ratio, sums);
    const double distance = *shifted.number.value - ratio * *reference.number.value;
    return student_two_sided(distance / std::sqrt(space.variance(sums).largest()), 8);
  };
  for (const double outward : {-1.0, 1.0}) {
    const double end = outward < 0 ? share.interval->low : share.interval->high;
    EXPECT_LT(p(end + outward * 1e-4), 0.05);
    EXPECT_LT(t(end + outward * 0.02), 0.05);
    EXPECT_GE(std::max(p(end - outward * 1e-4), t(end - outward * 0.02)), 0.05);
  }
}

// With nine topics, flips cannot reach .001, so t decides. At both ends the difference shifted - R reference
// is t standard errors from 0.
TEST(UnitEstimate, WhereUnitsAreTooFewForFlipsTheEndsAreThoseOfT) {
  constexpr double kLevel = 0.999;
  const Mean reference = mean_of(5, 12, 9, 0.3, 0.2), shifted = mean_of(6, 12, 9, 0.2, 0.2);
  UnitSpace space;
  const UnitItems of_r = space.items(reference.units), of_s = space.items(shifted.units);
  const Estimate share = unit_ratio(space, {&of_s, &shifted.number}, {&of_r, &reference.number}, kLevel);
  ASSERT_TRUE(share.value) << share.why_not;
  const UnitItems* const items[] = {&of_r};
  const double t = student_critical(1 - kLevel, space.counts(items).df);
  for (const double ratio : {share.interval->low, share.interval->high}) {
    auto sums = space.sums();
    space.add(of_s, shifted.number.influence, 1, sums);
    space.add(of_r, reference.number.influence, -ratio, sums);
    const UnitVariance variance = space.variance(sums);
    const double distance = std::abs(*shifted.number.value - ratio * *reference.number.value);
    // One of the three ways to count gives t.
    double nearest = 1;
    for (const double way : {variance.both, variance.first, variance.second})
      if (way > 0) nearest = std::min(nearest, std::abs(distance / std::sqrt(way) - t));
    EXPECT_LT(nearest, 1e-9);
  }
  const Difference lost =
      unit_difference(space, {&of_r, &reference.number}, {&of_s, &shifted.number}, kLevel);
  auto sums = space.sums();
  space.add(of_r, reference.number.influence, 1, sums);
  space.add(of_s, shifted.number.influence, -1, sums);
  EXPECT_NEAR(lost.estimate.interval->high - *lost.estimate.value,
              t * std::sqrt(space.variance(sums).largest()), 1e-12);
}

// The difference of two differences is one number: the items of all four terms share their units.
TEST(UnitEstimate, ADifferenceOfDifferencesAddsUp) {
  const Mean a = mean_of(1, 9, 8, 0.8), b = mean_of(2, 9, 8, 0.7), c = mean_of(3, 9, 8, 0.75);
  UnitSpace space;
  const UnitItems items = space.items(a.units);
  const OnUnits of_a{&items, &a.number}, of_b{&items, &b.number}, of_c{&items, &c.number};
  const UnitTerm same[] = {{of_a, 1}, {of_b, -1}, {of_a, -1}, {of_b, 1}};
  EXPECT_EQ(unit_sum(space, same, 0.95).estimate.value, 0.0);
  EXPECT_FALSE(unit_sum(space, same, 0.95).p) << "no error, no test";
  const UnitTerm both[] = {{of_a, 1}, {of_b, -1}, {of_a, -1}, {of_c, 1}};
  const Difference sum = unit_sum(space, both, 0.95), direct = unit_difference(space, of_c, of_b, 0.95);
  EXPECT_NEAR(*sum.estimate.value, *direct.estimate.value, 1e-15);
  EXPECT_NEAR(sum.estimate.interval->low, direct.estimate.interval->low, 1e-5);
  EXPECT_NEAR(*sum.p, *direct.p, 1e-9);
}

TEST(UnitEstimate, NoShareOfALeadThatIsNotClear) {
  const Mean guess = mean_of(7, 12, 9, 0.01, 0.9), good = mean_of(8, 12, 9, 0.3, 0.5);
  UnitSpace space;
  const UnitItems of_guess = space.items(guess.units), of_good = space.items(good.units);
  EXPECT_THAT(unit_ratio(space, {&of_good, &good.number}, {&of_guess, &guess.number}, 0.95).why_not,
              HasSubstr("above guessing"));
  Influenced below = good.number;
  below.value = -0.1;
  EXPECT_THAT(unit_ratio(space, {&of_good, &good.number}, {&of_good, &below}, 0.95).why_not,
              HasSubstr("not above guessing"));
}

}  // namespace
}  // namespace standfast
