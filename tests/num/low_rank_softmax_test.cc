// Tests of low-rank multinomial regression: with enough units it is softmax regression (which is compared
// with scikit-learn). With fewer units, the conditions and laws of a minimum are tested.
#include "standfast/num/softmax/low_rank_softmax.h"

#include <cmath>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"
#include "standfast/num/softmax/softmax_regression.h"

namespace standfast {
namespace {

struct Classed {
  CsrMatrix x;
  std::vector<uint32_t> labels;
};

constexpr size_t kFeatures = 120, kClasses = 5;

Classed tilted(size_t documents) {
  Classed problem;
  problem.x.columns_count = kFeatures;
  Rng rng(4, "test/low-rank");
  for (size_t i = 0; i < documents; ++i) {
    const auto label = static_cast<uint32_t>(i < kClasses ? i : rng.below(kClasses));
    problem.labels.push_back(label);
    for (size_t j = 0; j < kFeatures; ++j) {
      if (!rng.chance(0.05 + (j % kClasses == label ? 0.06 : 0.0))) continue;
      problem.x.columns.push_back(static_cast<uint32_t>(j));
      problem.x.values.push_back(0.5 + rng.uniform());
    }
    problem.x.begin.push_back(problem.x.columns.size());
  }
  return problem;
}

// Returns the gradient of the loss (without penalty) with respect to the product of the two factors.
DenseMatrix gradient(const Classed& problem, const LowRankModel& model) {
  DenseMatrix sum(kFeatures, kClasses);
  for (size_t i = 0; i < problem.x.rows(); ++i) {
    std::vector<double> p = model.bias;
    const auto columns = problem.x.row_columns(i);
    const auto values = problem.x.row_values(i);
    for (size_t e = 0; e < columns.size(); ++e)
      for (size_t u = 0; u < model.in.columns; ++u)
        for (size_t c = 0; c < kClasses; ++c)
          p[c] += values[e] * model.in.row(columns[e])[u] * model.out.row(u)[c];
    double total = 0;
    for (double& v : p) total += v = std::exp(v);
    for (size_t c = 0; c < kClasses; ++c)
      for (size_t e = 0; e < columns.size(); ++e)
        sum.row(columns[e])[c] += values[e] * (p[c] / total - (problem.labels[i] == c ? 1.0 : 0.0));
  }
  return sum;
}

DenseMatrix weights(const LowRankModel& model) {
  DenseMatrix w(kFeatures, kClasses);
  for (size_t j = 0; j < kFeatures; ++j)
    for (size_t u = 0; u < model.in.columns; ++u)
      for (size_t c = 0; c < kClasses; ++c) w.row(j)[c] += model.in.row(j)[u] * model.out.row(u)[c];
  return w;
}

TEST(LowRankSoftmax, WithEnoughUnitsItIsSoftmaxRegression) {
  const Classed problem = tilted(400);
  for (const double lambda : {0.1, 2.0}) {
    const auto full =
        fit_softmax(problem.x, problem.labels, kClasses, {.lambda = lambda, .tolerance = kSoftmaxExact});
    for (const uint32_t units : {4U, 50U}) {
      const auto model =
          fit_low_rank_softmax(problem.x, problem.labels, kClasses, {.units = units, .lambda = lambda});
      EXPECT_TRUE(model.converged);
      EXPECT_EQ(model.in.columns, kClasses - 1);
      EXPECT_NEAR(model.objective, full.objective, 1e-9 * full.objective);
      const DenseMatrix w = weights(model);
      for (size_t k = 0; k < w.data.size(); ++k) EXPECT_NEAR(w.data[k], full.weights.data[k], 1e-9);
    }
  }
}

// At the end no step of either factor leads down: with G the gradient of loss and penalty by W, G U' = 0 and
// V' G = 0.
TEST(LowRankSoftmax, WithFewerUnitsTheGradientOfBothFactorsVanishes) {
  const Classed problem = tilted(400);
  const double lambda = 0.5;
  for (const uint32_t units : {1U, 2U, 3U}) {
    const auto model =
        fit_low_rank_softmax(problem.x, problem.labels, kClasses, {.units = units, .lambda = lambda});
    EXPECT_TRUE(model.converged) << model.gradient_norm;
    ASSERT_EQ(model.in.columns, units);
    const DenseMatrix w = weights(model);
    DenseMatrix g = gradient(problem, model);
    double whole = 0;
    for (size_t k = 0; k < g.data.size(); ++k) {
      g.data[k] += lambda * w.data[k];
      whole += g.data[k] * g.data[k];
    }
    for (size_t u = 0; u < units; ++u) {
      for (size_t j = 0; j < kFeatures; ++j) {
        double sum = 0;
        for (size_t c = 0; c < kClasses; ++c) sum += g.row(j)[c] * model.out.row(u)[c];
        EXPECT_NEAR(sum, 0, 1e-3);
      }
      for (size_t c = 0; c < kClasses; ++c) {
        double sum = 0;
        for (size_t j = 0; j < kFeatures; ++j) sum += g.row(j)[c] * model.in.row(j)[u];
        EXPECT_NEAR(sum, 0, 1e-3);
      }
    }
    EXPECT_GT(std::sqrt(whole), 0.1) << "softmax regression itself would have no gradient";
  }
}

TEST(LowRankSoftmax, UnitsAreTurnedSoThatTheyDoNotOverlapAndFall) {
  const Classed problem = tilted(300);
  const auto model = fit_low_rank_softmax(problem.x, problem.labels, kClasses, {.units = 3, .lambda = 0.5});
  ASSERT_EQ(model.in.columns, 3U);
  double before = INFINITY;
  for (size_t u = 0; u < 3; ++u)
    for (size_t v = u; v < 3; ++v) {
      double in = 0, out = 0;
      for (size_t j = 0; j < kFeatures; ++j) in += model.in.row(j)[u] * model.in.row(j)[v];
      for (size_t c = 0; c < kClasses; ++c) out += model.out.row(u)[c] * model.out.row(v)[c];
      EXPECT_NEAR(in, out, 1e-8);
      if (u != v) {
        EXPECT_NEAR(in, 0, 1e-8);
        continue;
      }
      EXPECT_LE(in, before);
      before = in;
    }
}

TEST(LowRankSoftmax, MoreUnitsNeverFitWorse) {
  const Classed problem = tilted(300);
  double before = INFINITY;
  for (const uint32_t units : {1U, 2U, 3U, 4U, 9U}) {
    const auto model =
        fit_low_rank_softmax(problem.x, problem.labels, kClasses, {.units = units, .lambda = 0.5});
    EXPECT_TRUE(model.converged);
    EXPECT_LE(model.objective, before * (1 + 1e-8)) << units;
    EXPECT_NEAR(model.objective, low_rank_objective(problem.x, problem.labels, model, 0.5), 1e-12);
    before = model.objective;
  }
}

TEST(LowRankSoftmax, OneClassHasNoUnits) {
  Classed problem = tilted(20);
  problem.labels.assign(20, 0);
  const auto model = fit_low_rank_softmax(problem.x, problem.labels, 1);
  EXPECT_EQ(model.in.columns, 0U);
  EXPECT_EQ(low_rank_units(problem.x, model.in).rows, 20U);
}

TEST(LowRankSoftmax, AWeightOfTwoIsTwoCopies) {
  const Classed problem = tilted(150);
  Classed twice = problem;
  std::vector<double> weights(150, 1.0);
  for (size_t i = 0; i < 150; i += 3) {
    weights[i] = 2;
    for (const uint32_t c : problem.x.row_columns(i)) twice.x.columns.push_back(c);
    for (const double v : problem.x.row_values(i)) twice.x.values.push_back(v);
    twice.x.begin.push_back(twice.x.columns.size());
    twice.labels.push_back(problem.labels[i]);
  }
  const auto a = fit_low_rank_softmax(problem.x, problem.labels, kClasses,
                                      {.units = 2, .tolerance = 1e-7, .weights = weights});
  const auto b = fit_low_rank_softmax(twice.x, twice.labels, kClasses, {.units = 2, .tolerance = 1e-7});
  EXPECT_NEAR(a.objective, b.objective, 1e-9 * b.objective);
}

TEST(LowRankSoftmax, TheSameBytesForAnyNumberOfThreads) {
  const Classed problem = tilted(3000);
  const auto one = fit_low_rank_softmax(problem.x, problem.labels, kClasses, {.units = 3});
  for (const int threads : {2, 3}) {
    const auto more =
        fit_low_rank_softmax(problem.x, problem.labels, kClasses, {.units = 3, .threads = threads});
    EXPECT_EQ(one.in.data, more.in.data);
    EXPECT_EQ(one.out.data, more.out.data);
    EXPECT_EQ(one.bias, more.bias);
  }
}

}  // namespace
}  // namespace standfast
