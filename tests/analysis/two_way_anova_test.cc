// Compares the analysis of variance with statsmodels, and with least squares by numpy where cells are empty
// (tests/reference/two_way_anova_reference.py).
#include "standfast/analysis/lexical/two_way_anova.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "tests/support/data.h"

namespace standfast {
namespace {

using Json = nlohmann::json;

Json cases() {
  return Json::parse(*read_file(std::string(STANDFAST_SOURCE_DIR) +
                                "/tests/reference/two_way_anova_reference.json"))["cases"];
}

void expect_equal(const AnovaEffect& effect, const Json& reference, const std::string& what) {
  const auto near = [&](double value, const char* key) {
    const double expected = reference[key];
    EXPECT_NEAR(value, expected, 1e-8 * (1 + std::abs(expected))) << what << " " << key;
  };
  near(effect.sum_of_squares, "ss");
  near(effect.df, "df");
  ASSERT_TRUE(effect.f && effect.p) << what;
  near(*effect.f, "f");
  near(*effect.p, "p");
}

TEST(TwoWayAnova, EqualsStatsmodelsAndLeastSquares) {
  int compared = 0;
  for (const auto& one : cases())
    for (const auto type : {SumsOfSquares::type2, SumsOfSquares::type3}) {
      const char* key = type == SumsOfSquares::type2 ? "type2" : "type3";
      if (!one.contains(key)) continue;
      const auto values = one["y"].get<std::vector<double>>();
      const auto a = one["a"].get<std::vector<uint32_t>>(), b = one["b"].get<std::vector<uint32_t>>();
      const auto result = two_way_anova(values, a, b, type);
      ASSERT_TRUE(result) << result.error().message;
      const std::string name = one["name"].get<std::string>() + " " + key;
      expect_equal(result->a, one[key]["a"], name + " a");
      expect_equal(result->b, one[key]["b"], name + " b");
      expect_equal(result->interaction, one[key]["interaction"], name + " interaction");
      EXPECT_NEAR(result->residual_sum_of_squares, one[key]["residual"]["ss"].get<double>(), 1e-8) << name;
      EXPECT_EQ(result->residual_df, one[key]["residual"]["df"].get<double>()) << name;
      ++compared;
    }
  EXPECT_EQ(compared, 8);
}

TEST(TwoWayAnova, TheOrderOfValuesAndTheNamesOfLevelsDoNotMatter) {
  const auto one = cases()[3];
  auto values = one["y"].get<std::vector<double>>();
  auto a = one["a"].get<std::vector<uint32_t>>(), b = one["b"].get<std::vector<uint32_t>>();
  const auto before = *two_way_anova(values, a, b);
  std::reverse(values.begin(), values.end());
  std::reverse(a.begin(), a.end());
  std::reverse(b.begin(), b.end());
  for (auto& level : a) level = 1000 - level * 7;
  // With the factors swapped, the main effects swap and the interaction stays.
  const auto after = *two_way_anova(values, b, a);
  EXPECT_NEAR(before.a.sum_of_squares, after.b.sum_of_squares, 1e-9);
  EXPECT_NEAR(before.b.sum_of_squares, after.a.sum_of_squares, 1e-9);
  EXPECT_NEAR(*before.interaction.p, *after.interaction.p, 1e-9);
}

TEST(TwoWayAnova, TypeThreeNeedsFullCells) {
  const auto one = cases()[3];
  const auto result =
      two_way_anova(one["y"].get<std::vector<double>>(), one["a"].get<std::vector<uint32_t>>(),
                    one["b"].get<std::vector<uint32_t>>(), SumsOfSquares::type3);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, ErrorKind::data);
  EXPECT_NE(result.error().message.find("cells are empty"), std::string::npos) << result.error().message;
}

// The equations have an unknown for each level of one factor. The smaller factor is taken where that is
// needed.
TEST(TwoWayAnova, ManyLevelsOfOneFactorAreFineAndOfBothAreRefused) {
  constexpr uint32_t kMany = 5000;
  std::vector<double> values;
  std::vector<uint32_t> many, few;
  for (uint32_t i = 0; i < 3 * kMany; ++i) {
    values.push_back(static_cast<double>(i * 2654435761U % 1000) / 100 + i % 3);
    many.push_back(i % kMany);
    few.push_back(i / kMany);
  }
  const auto by_many = two_way_anova(values, many, few), by_few = two_way_anova(values, few, many);
  ASSERT_TRUE(by_many && by_few);
  EXPECT_EQ(by_many->a.df, kMany - 1);
  EXPECT_EQ(by_few->b.df, kMany - 1);
  EXPECT_NEAR(by_many->a.sum_of_squares, by_few->b.sum_of_squares, 1e-6 * by_few->b.sum_of_squares);
  EXPECT_NEAR(by_many->b.sum_of_squares, by_few->a.sum_of_squares, 1e-6 * by_few->a.sum_of_squares);
  const auto both = two_way_anova(values, many, many);
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().kind, ErrorKind::data);
  EXPECT_NE(both.error().message.find("5000 by 5000 levels are too many"), std::string::npos)
      << both.error().message;
}

TEST(TwoWayAnova, WhatCannotBeTestedHasNoP) {
  // With one value in each cell, nothing is left for the residual.
  const std::vector<double> values = {1, 2, 3, 5};
  const std::vector<uint32_t> a = {0, 0, 1, 1}, b = {0, 1, 0, 1};
  const auto single = *two_way_anova(values, a, b);
  EXPECT_EQ(single.residual_df, 0);
  EXPECT_FALSE(single.a.p || single.interaction.p);
  EXPECT_GT(single.a.eta_squared, 0);
  // Equal values have no variance at all.
  const std::vector<double> equal(8, 0.1);
  const std::vector<uint32_t> a8 = {0, 0, 0, 0, 1, 1, 1, 1}, b8 = {0, 0, 1, 1, 0, 0, 1, 1};
  const auto flat = *two_way_anova(equal, a8, b8);
  EXPECT_FALSE(flat.a.f || flat.b.f || flat.interaction.f);
  // With one author for each topic, author and topic cannot be told apart.
  const std::vector<uint32_t> same = {0, 0, 0, 1, 1, 1, 2, 2};
  const std::vector<double> any = {1, 2, 3, 4, 5, 7, 8, 9};
  const auto nested = *two_way_anova(any, same, same);
  EXPECT_EQ(nested.a.df, 0);
  EXPECT_FALSE(nested.a.p || nested.b.p || nested.interaction.p);
  EXPECT_FALSE(two_way_anova({}, {}, {}));
}

}  // namespace
}  // namespace standfast
