// Compares the exact binomial test with sums of terms, and with the interval of Clopper and Pearson.
#include "standfast/metric/stat/discrete_distributions.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/metric/stat/interval.h"

namespace standfast {
namespace {

double by_sums(uint64_t k, uint64_t n, double p) {
  const auto term = [&](uint64_t i) {
    const auto x = static_cast<double>(i), all = static_cast<double>(n);
    return std::exp(std::lgamma(all + 1) - std::lgamma(x + 1) - std::lgamma(all - x + 1) + x * std::log(p) +
                    (all - x) * std::log1p(-p));
  };
  double below = 0, above = 0;
  for (uint64_t i = 0; i <= k; ++i) below += term(i);
  for (uint64_t i = k; i <= n; ++i) above += term(i);
  return std::min(1.0, 2 * std::min(below, above));
}

TEST(ExactBinomial, EqualsTheSumsOfTerms) {
  for (const uint64_t n : {1U, 2U, 7U, 40U})
    for (const double p : {0.01, 0.3, 0.5, 0.9})
      for (uint64_t k = 0; k <= n; ++k) EXPECT_NEAR(binomial_two_sided(k, n, p), by_sums(k, n, p), 1e-12);
}

TEST(ExactBinomial, AgreesWithTheInterval) {
  for (uint64_t k = 0; k <= 30; ++k)
    for (int step = 1; step < 100; ++step) {
      const double p = step / 100.0;
      const Interval interval = exact_interval(k, 30, 0.95);
      EXPECT_EQ(binomial_two_sided(k, 30, p) >= 0.05, p >= interval.low && p <= interval.high)
          << k << " " << p;
    }
}

TEST(ExactBinomial, WhatCannotBeIsRefuted) {
  EXPECT_EQ(binomial_two_sided(0, 5, 0), 1);
  EXPECT_EQ(binomial_two_sided(1, 5, 0), 0);
  EXPECT_EQ(binomial_two_sided(5, 5, 1), 1);
  EXPECT_EQ(binomial_two_sided(4, 5, 1), 0);
  EXPECT_EQ(binomial_two_sided(0, 0, 0.3), 1);
}

// Computes the same by whole binomial coefficients, which is possible for small numbers.
double by_counting(uint64_t hits, uint64_t marked, uint64_t drawn, uint64_t all) {
  const auto choose = [](uint64_t n, uint64_t k) {
    double ways = k > n ? 0 : 1;
    for (uint64_t i = 1; i <= k && ways > 0; ++i)
      ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
    return ways;
  };
  double above = 0;
  for (uint64_t k = hits; k <= std::min(marked, drawn); ++k)
    above += drawn - k > all - marked ? 0 : choose(marked, k) * choose(all - marked, drawn - k);
  return above / choose(all, drawn);
}

TEST(Hypergeometric, IsTheShareOfDraws) {
  for (const uint64_t all : {1U, 5U, 12U, 30U})
    for (uint64_t marked = 0; marked <= all; ++marked)
      for (uint64_t drawn = 0; drawn <= all; ++drawn)
        for (uint64_t hits = 0; hits <= all + 1; ++hits)
          ASSERT_NEAR(hypergeometric_upper(hits, marked, drawn, all), by_counting(hits, marked, drawn, all),
                      1e-11)
              << hits << " " << marked << " " << drawn << " " << all;
}

// The expected values are scipy 1.10's hypergeom.sf(hits - 1, all, marked, drawn).
TEST(Hypergeometric, AgreesWithScipyWhereCountingOverflows) {
  const auto near = [](double ours, double theirs) { EXPECT_NEAR(ours / theirs, 1, 1e-7) << theirs; };
  near(hypergeometric_upper(600, 5000, 2000, 20000), 5.091408267998657e-08);
  near(hypergeometric_upper(520, 5000, 2000, 20000), 0.1443411482003886);
  near(hypergeometric_upper(480, 5000, 2000, 20000), 0.8679622721030312);
  EXPECT_DOUBLE_EQ(hypergeometric_upper(10, 50000, 20000, 100000), 1);
  EXPECT_EQ(hypergeometric_upper(20000, 50000, 20000, 100000), 0) << "below what a double can hold";
}

}  // namespace
}  // namespace standfast
