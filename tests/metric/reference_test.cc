// Compares metrics with numpy, scipy, scikit-learn and statsmodels: tests/reference/metric_reference.py made
// the values.
#include "tests/support/reference.h"

#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/resample/permutation.h"
#include "standfast/metric/stat/correlation.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/metric/stat/t_tests.h"

namespace standfast {
namespace {

using Bits = std::vector<uint8_t>;
using Numbers = std::vector<double>;

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

// The expected values are from numpy and scipy (tests/reference/ranking_reference.py made them).

void expect_close(double ours, double theirs) {
  EXPECT_NEAR(ours, theirs, 1e-12 * std::max(1.0, std::abs(theirs)));
}

TEST(RankingReference, TTestsEqualScipy) {
  for (const auto& item : testing::reference("ranking_reference")["t_tests"]) {
    const auto a = moments(item["a"].get<Numbers>(), item["ratio_a"]);
    const auto b = moments(item["b"].get<Numbers>(), item["ratio_b"]);
    const auto check = [&](const TTest& test, const char* name) {
      expect_close(*test.t, item[name][0]);
      EXPECT_NEAR(*test.p, item[name][1].get<double>(), 1e-12) << name;
    };
    check(student_t(a, b), "student");
    check(welch_t(a, b), "welch");
    check(corrected_t(a, b), "corrected");
    check(corrected_paired_t(a), "paired");
  }
}

TEST(RankingReference, TailsEqualScipy) {
  for (const auto& item : testing::reference("ranking_reference")["tails"]) {
    const auto df = item["df"].get<Numbers>();
    const double x = item["x"], theirs = item["p"];
    const double ours = item["kind"] == "t"   ? student_two_sided(x, df[0])
                        : item["kind"] == "f" ? f_upper(x, df[0], df[1])
                                              : chi_square_upper(x, df[0]);
    EXPECT_NEAR(ours, theirs, 1e-12) << item;
    EXPECT_NEAR(ours, theirs, 1e-9 * theirs) << item;  // in the thin tails too
  }
}

TEST(RankingReference, StudentizedRangeEqualsScipy) {
  for (const auto& item : testing::reference("ranking_reference")["studentized_range"]) {
    const double q = item["q"];
    const uint32_t k = item["k"];
    // scipy integrates numerically, to about 1e-11.
    EXPECT_NEAR(studentized_range_upper(q, k), item["p"].get<double>(), 1e-10) << item;
    const double p = studentized_range_upper(q, k);
    if (p < 0.999) {
      EXPECT_NEAR(studentized_range_critical(p, k), q, 1e-9) << item;
    }
  }
}

TEST(RankingReference, StabilityRanksAndFriedmanEqualScipy) {
  for (const auto& item : testing::reference("ranking_reference")["rankings"]) {
    FoldScores scores;
    scores.models = item["models"];
    for (const double value : item["values"].get<Numbers>()) scores.value.push_back(value);
    const ResampleOptions few{.resamples = 2};
    EXPECT_NEAR(*rank_stability(scores, RankCorrelation::spearman, few).mean.value, item["rho"].get<double>(),
                1e-12);
    EXPECT_NEAR(*rank_stability(scores, RankCorrelation::kendall, few).mean.value, item["tau"].get<double>(),
                1e-12);
    const auto ranks = rank_summary(scores);
    for (uint32_t m = 0; m < scores.models; ++m) {
      EXPECT_NEAR(ranks[m].mean, item["rank"][m].get<double>(), 1e-12);
      EXPECT_NEAR(*ranks[m].sd, item["rank_sd"][m].get<double>(), 1e-12);
    }
    const auto test = friedman(scores);
    expect_close(*test.chi_square, item["chi_square"]);
    EXPECT_NEAR(*test.p, item["p"].get<double>(), 1e-12);
    expect_close(*test.f, item["f"]);
  }
}

}  // namespace
}  // namespace standfast
