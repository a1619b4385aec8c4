// Against numpy, scipy, scikit-learn and statsmodels: tests/reference/metric_reference.py made the values.
#include "tests/support/reference.h"

#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/resample/permutation.h"
#include "standfast/metric/stat/correlation.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/multiple_tests.h"

namespace standfast {
namespace {

using Numbers = std::vector<double>;
using Bits = std::vector<uint8_t>;

TEST(Reference, MetricsEqualScikitLearn) {
  const MetricProfile& profile = **find_profile("pan21");
  const auto names = metric_names(profile);
  for (const auto& item : testing::reference("metric_reference")["pan21"]) {
    const auto scores = evaluate(profile, item["p"].get<Numbers>(), item["truth"].get<Bits>());
    for (size_t m = 0; m < names.size(); ++m)
      EXPECT_NEAR(*scores.values[m], item["values"][names[m]].get<double>(), 1e-12)
          << names[m] << " of " << scores.n;
  }
}

TEST(Reference, SpearmanEqualsScipy) {
  for (const auto& item : testing::reference("metric_reference")["spearman"])
    EXPECT_NEAR(*spearman(item["x"].get<Numbers>(), item["y"].get<Numbers>()), item["rho"].get<double>(),
                1e-12);
}

TEST(Reference, HolmEqualsStatsmodels) {
  for (const auto& item : testing::reference("metric_reference")["holm"]) {
    const auto adjusted = holm(item["p"].get<Numbers>());
    for (size_t i = 0; i < adjusted.size(); ++i)
      EXPECT_NEAR(adjusted[i], item["adjusted"][i].get<double>(), 1e-15);
  }
}

TEST(Reference, QuantileEqualsNumpy) {
  for (const auto& item : testing::reference("metric_reference")["quantile"]) {
    auto sample = item["sample"].get<Numbers>();
    std::sort(sample.begin(), sample.end());
    for (size_t i = 0; i < item["q"].size(); ++i)
      EXPECT_NEAR(quantile(sample, item["q"][i].get<double>()), item["values"][i].get<double>(), 1e-14);
  }
}

TEST(Reference, ExactPermutationEqualsEnumeration) {
  const MetricProfile& profile = **find_profile("pan21");
  for (const auto& item : testing::reference("metric_reference")["permutation"]) {
    const auto groups = item["groups"].get<uint32_t>();
    const auto test = [&](uint32_t permutations) {
      return paired_permutation(profile, profile.metrics.size(), item["a"].get<Numbers>(),
                                item["b"].get<Numbers>(), item["truth"].get<Bits>(),
                                item["group"].get<std::vector<uint32_t>>(), groups,
                                {.permutations = permutations, .seed = 1});
    };
    const auto exact = test(1U << groups);
    EXPECT_TRUE(exact.exact);
    EXPECT_EQ(exact.permutations, 1U << groups);
    EXPECT_NEAR(*exact.p, item["p"].get<double>(), 1e-12);
    EXPECT_FALSE(test((1U << groups) - 1).exact);
  }
}

}  // namespace
}  // namespace standfast
