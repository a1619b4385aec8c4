#include "standfast/metric/stat/multiple_tests.h"

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

const nlohmann::json& values() {
  return testing::reference("false_discovery_reference");
}

TEST(FalseDiscovery, EqualsStatsmodels) {
  for (const auto& one : values()["adjusted"]) {
    const auto p = one["p"].get<std::vector<double>>();
    const auto bh = benjamini_hochberg(p), by = benjamini_yekutieli(p);
    for (size_t i = 0; i < p.size(); ++i) {
      EXPECT_NEAR(bh[i], one["bh"][i].get<double>(), 1e-12);
      EXPECT_NEAR(by[i], one["by"][i].get<double>(), 1e-12);
    }
  }
  EXPECT_TRUE(benjamini_hochberg({}).empty());
  EXPECT_TRUE(benjamini_yekutieli({}).empty());
}

// By the definition, the rejections end at the largest k with p_(k) <= q k / m.
TEST(FalseDiscovery, RejectsWhereTheDefinitionDoes) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed, "test/bh");
    std::vector<double> p;
    for (size_t i = 0; i < 30; ++i) p.push_back(i < 10 ? 0.01 * rng.uniform() : rng.uniform());
    std::vector<double> sorted = p;
    std::sort(sorted.begin(), sorted.end());
    double limit = -1;
    for (size_t k = 1; k <= sorted.size(); ++k)
      if (sorted[k - 1] <= 0.05 * static_cast<double>(k) / 30) limit = sorted[k - 1];
    const auto q = benjamini_hochberg(p);
    for (size_t i = 0; i < p.size(); ++i) EXPECT_EQ(q[i] <= 0.05, p[i] <= limit);
  }
}

TEST(ExactTests, TwoSidedHypergeometricEqualsScipy) {
  for (const auto& one : values()["tables"]) {
    const double p = one["p"];
    EXPECT_NEAR(hypergeometric_two_sided(one["hits"], one["marked"], one["drawn"], one["all"]), p,
                1e-9 * p + 1e-12)
        << one;
  }
}

TEST(ExactTests, SignTestEqualsScipy) {
  for (const auto& one : values()["signs"])
    EXPECT_NEAR(sign_test_upper(one["more"], one["fewer"]), one["p"].get<double>(), 1e-12) << one;
  EXPECT_EQ(sign_test_upper(0, 0), 1);
  EXPECT_EQ(sign_test_upper(0, 7), 1);
}

}  // namespace
}  // namespace standfast
