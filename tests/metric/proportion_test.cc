// Compares proportions with statsmodels and scipy (tests/reference/topic_tests_reference.py made the values),
// and draws with the distribution that they are drawn from.
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {
namespace {

TEST(Proportion, IntervalsEqualStatsmodelsAndScipy) {
  const auto reference = nlohmann::json::parse(
      std::ifstream(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/topic_tests_reference.json"));
  int number = 0;
  for (const auto& one : reference["proportions"]) {
    const auto wilson = wilson_interval(one["k"], one["n"], one["level"]);
    EXPECT_NEAR(wilson.low, one["wilson"][0].get<double>(), 1e-12);
    EXPECT_NEAR(wilson.high, one["wilson"][1].get<double>(), 1e-12);
    const auto exact = exact_interval(one["k"], one["n"], one["level"]);
    EXPECT_NEAR(exact.low, one["exact"][0].get<double>(), 1e-12);
    EXPECT_NEAR(exact.high, one["exact"][1].get<double>(), 1e-12);
    ++number;
  }
  EXPECT_EQ(number, 18);
}

// Returns p of a chi-square test of draws against the binomial probabilities, with the tails pooled so that
// each bin expects 10.
double p_of_draws(uint32_t n, double p, uint64_t seed) {
  Rng rng(seed, "test/binomial");
  constexpr int kDraws = 20000;
  std::vector<int> seen(n + 1);
  for (int i = 0; i < kDraws; ++i) ++seen[draw_binomial(rng, n, p)];
  double chi = 0, expected = 0, observed = 0;
  int bins = 0;
  const auto close = [&] {
    chi += (observed - expected) * (observed - expected) / expected;
    ++bins;
    expected = observed = 0;
  };
  double left = 1;
  for (uint32_t k = 0; k <= n; ++k) {
    const double log_mass = std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                            k * std::log(p) + (n - k) * std::log1p(-p);
    expected += kDraws * std::exp(log_mass);
    observed += seen[k];
    left -= std::exp(log_mass);
    if (expected >= 10 && kDraws * left >= 10) close();
  }
  close();
  return chi_square_upper(chi, bins - 1);
}

TEST(Binomial, DrawsFollowTheDistribution) {
  uint64_t seed = 0;
  for (const auto& [n, p] : {std::pair{1U, .3},
                             {5U, .5},
                             {40U, .1},
                             {40U, .9},
                             {60U, .3},
                             {200U, .051},
                             {1000U, .5},
                             {3000U, .97},
                             {3000U, .0104}})
    EXPECT_GT(p_of_draws(n, p, ++seed), 1e-4) << n << " " << p;
}

TEST(Binomial, CertainOutcomes) {
  Rng rng(1, "test/binomial");
  EXPECT_EQ(draw_binomial(rng, 50, 0), 0U);
  EXPECT_EQ(draw_binomial(rng, 50, 1), 50U);
  EXPECT_EQ(draw_binomial(rng, 0, .4), 0U);
}

}  // namespace
}  // namespace standfast
