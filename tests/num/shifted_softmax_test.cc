// Compares shifts of scores with SciPy (tests/reference/robust_reference.py), and tests the conditions of a
// minimum.
#include "standfast/num/softmax/shifted_softmax.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

CsrMatrix sparse(const std::vector<std::vector<double>>& rows) {
  CsrMatrix x;
  x.columns_count = rows.front().size();
  for (const auto& row : rows) {
    for (uint32_t k = 0; k < row.size(); ++k)
      if (row[k] != 0) {
        x.columns.push_back(k);
        x.values.push_back(row[k]);
      }
    x.begin.push_back(x.columns.size());
  }
  return x;
}

struct Drawn {
  CsrMatrix x;
  std::vector<uint32_t> labels;
  std::vector<double> offsets, weights;
  explicit Drawn(uint64_t seed, size_t rows = 40, size_t columns = 15) {
    Rng rng(seed, "tests/shifted");
    std::vector<std::vector<double>> dense(rows, std::vector<double>(columns, 0));
    for (auto& row : dense) {
      labels.push_back(static_cast<uint32_t>(rng.below(3)));
      for (double& value : row) value = rng.chance(0.3) ? 1 + rng.uniform() + labels.back() : 0;
      for (int c = 0; c < 3; ++c) offsets.push_back(rng.normal());
      weights.push_back(rng.uniform());
    }
    x = sparse(dense);
  }
  ShiftProblem problem() const { return {&x, labels, 3, offsets, weights}; }
};

TEST(ShiftedSoftmaxTest, EqualsSciPy) {
  const auto reference = nlohmann::json::parse(
      read_file(std::string(STANDFAST_SOURCE_DIR) + "/tests/reference/robust_small.json").value());
  const auto& stage = reference["second_stage"];
  const CsrMatrix x = sparse(stage["x"].get<std::vector<std::vector<double>>>());
  const auto labels = stage["labels"].get<std::vector<uint32_t>>();
  const auto weights = stage["weights"].get<std::vector<double>>();
  std::vector<double> offsets;
  for (const auto& row : stage["offsets"])
    for (const auto& value : row) offsets.push_back(value.get<double>());
  const ShiftProblem problem{&x, labels, 3, offsets, weights};
  const auto expect = [&](const Shift& shift, const nlohmann::json& rows, double tolerance) {
    for (size_t k = 0; k <= x.columns_count; ++k)
      for (size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(k < x.columns_count ? shift.weights.row(k)[c] : shift.bias[c], rows[k][c].get<double>(),
                    tolerance)
            << k << " " << c;
  };
  EXPECT_EQ(stage["fits"].size(), 2U);
  for (const auto& fit : stage["fits"]) {
    const Shift shift = fit_shift(problem, {.l2 = fit["l2"].get<double>(), .tolerance = 1e-13});
    EXPECT_TRUE(shift.converged);
    EXPECT_NEAR(shift.objective, fit["objective"].get<double>(), 1e-9);
    expect(shift, fit["shift"], 1e-4);
  }
  const auto& descent = stage["descent"];
  expect(descend_shift(problem, descent["l2"].get<double>(),
                       {.rate = descent["rate"].get<double>(),
                        .clip = descent["clip"].get<double>(),
                        .steps = descent["steps"].get<int>()}),
         descent["shift"], 1e-12);
}

TEST(ShiftedSoftmaxTest, NoStepFromTheMinimumGoesDown) {
  const Drawn drawn(3);
  for (const ShiftOptions& options : {ShiftOptions{.l2 = 0.05}, ShiftOptions{.l1 = 0.4, .tolerance = 1e-8},
                                      ShiftOptions{.l2 = 0.02, .l1 = 0.2}}) {
    const Shift best = fit_shift(drawn.problem(), options);
    EXPECT_TRUE(best.converged);
    const double least = shift_objective(drawn.problem(), options, best);
    EXPECT_NEAR(least, best.objective, 1e-12 * least);
    Rng rng(4, "tests/steps");
    for (int k = 0; k < 60; ++k) {
      Shift other = best;
      const double step = (k % 2 == 0 ? 1 : -1) * 1e-3;
      if (k < 6)
        other.bias[static_cast<size_t>(k / 2)] += step;
      else
        other.weights.data[rng.below(other.weights.data.size())] += step;
      EXPECT_GT(shift_objective(drawn.problem(), options, other), least - 1e-9) << k;
    }
  }
}

// If nothing holds the intercepts back, the mean probability of a class is its share: the derivative by its
// intercept is their difference.
TEST(ShiftedSoftmaxTest, FreeInterceptsGiveClassesTheirShares) {
  CsrMatrix x;
  x.columns_count = 2;
  std::vector<uint32_t> labels;
  for (uint32_t i = 0; i < 40; ++i) {
    x.columns.insert(x.columns.end(), {0, 1});
    x.values.insert(x.values.end(), {std::sin(i), std::cos(3.0 * i)});
    x.begin.push_back(x.columns.size());
    labels.push_back(i % 8 == 0 ? 0 : i % 8 < 3 ? 1 : 2);
  }
  const ShiftProblem problem{&x, labels, 3};
  for (const bool free : {true, false}) {
    const ShiftOptions options{.l2 = 5, .free_intercepts = free, .tolerance = 1e-8};
    const Shift fit = fit_shift(problem, options);
    EXPECT_TRUE(fit.converged);
    std::vector<double> sums(3);
    for (size_t i = 0; i < x.rows(); ++i) {
      std::vector<double> scores(fit.bias);
      for (size_t k = 0; k < 2; ++k)
        for (size_t c = 0; c < 3; ++c) scores[c] += x.row_values(i)[k] * fit.weights.row(k)[c];
      const double all = std::exp(scores[0]) + std::exp(scores[1]) + std::exp(scores[2]);
      for (size_t c = 0; c < 3; ++c) sums[c] += std::exp(scores[c]) / all;
    }
    EXPECT_NEAR(fit.objective, shift_objective(problem, options, fit), 1e-9);
    if (free) {
      EXPECT_NEAR(sums[0], 5, 1e-5);
      EXPECT_NEAR(sums[1], 10, 1e-5);
    } else {
      EXPECT_GT(sums[0], 6) << "a penalty draws classes together";
    }
  }
}

TEST(ShiftedSoftmaxTest, AStartAndRowsOfNoWeightChangeNothing) {
  const Drawn drawn(5), other(6);
  const ShiftOptions options{.l2 = 0.05, .tolerance = 1e-14};
  const Shift plain = fit_shift(drawn.problem(), options), start = fit_shift(other.problem(), options);
  const Shift started = fit_shift(drawn.problem(), options, &start);
  for (size_t k = 0; k < plain.weights.data.size(); ++k)
    EXPECT_NEAR(plain.weights.data[k], started.weights.data[k], 1e-5);
  Drawn more(5);
  more.labels.push_back(1);
  more.weights.push_back(0);
  for (int c = 0; c < 3; ++c) more.offsets.push_back(c);
  more.x.columns.push_back(2);
  more.x.values.push_back(7);
  more.x.begin.push_back(more.x.columns.size());
  EXPECT_EQ(fit_shift(more.problem(), options).weights.data, plain.weights.data);
}

TEST(ShiftedSoftmaxTest, AStrongPenaltyKeepsTheScoresAndOneClassIsNoProblem) {
  const Drawn drawn(7);
  const Shift still = fit_shift(drawn.problem(), {.l2 = 1e9});
  for (const double w : still.weights.data) EXPECT_LT(std::abs(w), 1e-7);
  const Shift sparse_one = fit_shift(drawn.problem(), {.l1 = 1e6});
  for (const double w : sparse_one.weights.data) EXPECT_EQ(w, 0);
  std::vector<uint32_t> zeros(drawn.labels.size(), 0);
  const Shift one = fit_shift({&drawn.x, zeros, 1}, {.l2 = 1});
  EXPECT_TRUE(one.converged);
  EXPECT_EQ(one.objective, 0);
}

}  // namespace
}  // namespace standfast
