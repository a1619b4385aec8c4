// Against numpy and scipy; tests/reference/ranking_reference.py made the values.
#include <fstream>

#include <gtest/gtest.h>

#include "standfast/base/json.h"
#include "standfast/metric/stat/correlation.h"
#include "standfast/metric/stat/distributions.h"
#include "standfast/metric/stat/friedman.h"
#include "standfast/metric/stat/rank_stability.h"
#include "standfast/metric/stat/t_tests.h"
#include "tests/support/reference.h"

namespace standfast {
namespace {

using Numbers = std::vector<double>;

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
    EXPECT_NEAR(ours, theirs, 1e-9 * theirs) << item;  // the thin tails too
  }
}

TEST(RankingReference, StudentizedRangeEqualsScipy) {
  for (const auto& item : testing::reference("ranking_reference")["studentized_range"]) {
    const double q = item["q"];
    const uint32_t k = item["k"];
    // scipy integrates numerically to about 1e-11.
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
