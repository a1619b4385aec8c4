#include "standfast/num/linear/logistic.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

DenseMatrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  DenseMatrix x(rows.size(), rows.begin()->size());
  size_t i = 0;
  for (const auto& row : rows) std::copy(row.begin(), row.end(), x.row(i++).begin());
  return x;
}

double gradient_norm(const DenseMatrix& x, std::span<const uint8_t> y, const LogisticModel& model, double c) {
  std::vector<double> gradient(model.weights);
  double intercept = 0;
  for (size_t i = 0; i < x.rows; ++i) {
    const double error = c * (model.probability(x.row(i)) - y[i]);
    for (size_t j = 0; j < x.columns; ++j) gradient[j] += error * x.row(i)[j];
    intercept += error;
  }
  double norm = std::abs(intercept);
  for (const double g : gradient) norm = std::max(norm, std::abs(g));
  return norm;
}

TEST(Logistic, OneSymmetricFeatureByHand) {
  // For rows +1 and -1, b = 0 by symmetry and w solves w = 2 c sigmoid(-w). With c = 1, w = 0.674835...
  // (fixed point).
  const auto x = matrix({{1}, {-1}});
  const std::vector<uint8_t> y = {1, 0};
  const auto model = fit_logistic(x, y);
  ASSERT_TRUE(model);
  const double w = model->weights[0];
  EXPECT_NEAR(w, 2 / (1 + std::exp(w)), 1e-14);
  EXPECT_NEAR(model->intercept, 0, 1e-14);
  EXPECT_NEAR(model->objective, w * w / 2 + 2 * std::log1p(std::exp(-w)), 1e-14);
}

TEST(Logistic, AFeatureWithoutInformationLeavesThePrior) {
  const auto x = matrix({{0}, {0}, {0}, {0}});
  const auto model = fit_logistic(x, std::vector<uint8_t>{1, 1, 1, 0});
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->intercept, std::log(3.0), 1e-12);
  EXPECT_EQ(model->weights[0], 0);
  EXPECT_NEAR(model->probability(x.row(0)), 0.75, 1e-12);
}

TEST(Logistic, StopsAtTheMinimumOnRandomProblems) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed, "test/logistic");
    const size_t rows = 5 + rng.below(200), columns = 1 + rng.below(6);
    const double scale = std::pow(10.0, static_cast<double>(rng.below(7)) - 3),
                 c = std::pow(10.0, static_cast<double>(rng.below(5)) - 2);
    DenseMatrix x(rows, columns);
    std::vector<uint8_t> y(rows);
    for (size_t i = 0; i < rows; ++i) {
      double z = 0;
      for (auto& v : x.row(i)) z += (v = scale * rng.normal()) / scale;
      y[i] = i < 2 ? static_cast<uint8_t>(i) : z + rng.normal() > 0.5 ? 1 : 0;
    }
    const auto model = fit_logistic(x, y, {.c = c});
    ASSERT_TRUE(model);
    EXPECT_LT(gradient_norm(x, y, *model, c),
              1e-7 * std::max(1.0, scale) * std::max(1.0, c * static_cast<double>(rows)))
        << "seed " << seed;
  }
}

TEST(Logistic, SeparableRowsConverge) {
  const auto x = matrix({{-2, 1}, {-1, 1}, {1, 1}, {2000, 1}});
  const std::vector<uint8_t> y = {0, 0, 1, 1};
  const auto model = fit_logistic(x, y, {.c = 1e6});
  ASSERT_TRUE(model);
  EXPECT_LT(gradient_norm(x, y, *model, 1e6), 1e-6);
  EXPECT_GT(model->probability(x.row(3)), model->probability(x.row(0)));
}

TEST(Logistic, ExtremeDecisionsDoNotOverflow) {
  const LogisticModel model{.weights = {1000}, .intercept = 0};
  EXPECT_EQ(model.probability(std::vector<double>{10}), 1);
  EXPECT_EQ(model.probability(std::vector<double>{-10}), 0);
}

TEST(Logistic, RefusesWhatHasNoMinimum) {
  const auto x = matrix({{1}, {2}});
  EXPECT_THAT(fit_logistic(x, std::vector<uint8_t>{1, 1}).error().message, ::testing::HasSubstr("one class"));
  EXPECT_THAT(fit_logistic(DenseMatrix(0, 1), {}).error().message, ::testing::HasSubstr("no rows"));
  EXPECT_THAT(fit_logistic(matrix({{1}, {NAN}}), std::vector<uint8_t>{1, 0}).error().message,
              ::testing::HasSubstr("finite"));
  EXPECT_EQ(fit_logistic(x, std::vector<uint8_t>{1, 0}, {.c = 0}).error().kind, ErrorKind::usage);
}

TEST(Logistic, AWeightIsARowSeveralTimes) {
  const auto once = matrix({{0.3, 1}, {-1, 0.2}, {2, -0.7}, {0.1, 0.4}});
  const auto repeated = matrix({{0.3, 1}, {0.3, 1}, {0.3, 1}, {-1, 0.2}, {2, -0.7}, {2, -0.7}, {0.1, 0.4}});
  const std::vector<double> weights = {3, 1, 2, 1};
  const auto weighted = fit_logistic(once, std::vector<uint8_t>{1, 0, 0, 1}, {.c = 2, .weights = weights});
  const auto plain = fit_logistic(repeated, std::vector<uint8_t>{1, 1, 1, 0, 0, 0, 1}, {.c = 2});
  ASSERT_TRUE(weighted && plain);
  EXPECT_NEAR(weighted->objective, plain->objective, 1e-12);
  EXPECT_NEAR(weighted->intercept, plain->intercept, 1e-9);
  for (size_t j = 0; j < 2; ++j) EXPECT_NEAR(weighted->weights[j], plain->weights[j], 1e-9);
}

}  // namespace
}  // namespace standfast
