// The exact binomial test: by sums of terms, and against the interval of Clopper and Pearson.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "standfast/metric/stat/binomial.h"
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

}  // namespace
}  // namespace standfast
