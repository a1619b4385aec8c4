#include "standfast/num/linear/logistic.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace standfast {
namespace {

double sigmoid(double z) {
  if (z >= 0) return 1 / (1 + std::exp(-z));
  const double e = std::exp(z);
  return e / (1 + e);
}

// Computes ln(1 + exp(-z)) without overflow.
double log_loss(double z) {
  return z > 0 ? std::log1p(std::exp(-z)) : std::log1p(std::exp(z)) - z;
}

// The problem in d + 1 unknowns. The last one is the intercept; its column of ones is not stored.
struct LogisticProblem {
  const DenseMatrix& x;
  std::span<const uint8_t> labels;
  double c;
  std::span<const double> weights;

  double weight(size_t i) const { return weights.empty() ? 1.0 : weights[i]; }

  double decision(size_t i, std::span<const double> w) const {
    const auto row = x.row(i);
    double z = w[row.size()];
    for (size_t j = 0; j < row.size(); ++j) z += w[j] * row[j];
    return z;
  }

  double objective(std::span<const double> w) const {
    double loss = 0, penalty = 0;
    for (size_t i = 0; i < x.rows; ++i)
      loss += weight(i) * log_loss(labels[i] != 0 ? decision(i, w) : -decision(i, w));
    for (size_t j = 0; j < x.columns; ++j) penalty += w[j] * w[j];
    return c * loss + penalty / 2;
  }

  // Computes gradient (d + 1) and hessian ((d + 1) x (d + 1), lower triangle).
  void derivatives(std::span<const double> w, std::span<double> gradient, std::span<double> hessian) const {
    const size_t d = x.columns, n = d + 1;
    std::fill(gradient.begin(), gradient.end(), 0.0);
    std::fill(hessian.begin(), hessian.end(), 0.0);
    for (size_t i = 0; i < x.rows; ++i) {
      const auto row = x.row(i);
      const double p = sigmoid(decision(i, w)), scale = c * weight(i);
      const double error = scale * (p - (labels[i] != 0 ? 1.0 : 0.0)), curvature = scale * p * (1 - p);
      for (size_t j = 0; j < d; ++j) {
        gradient[j] += error * row[j];
        const double scaled = curvature * row[j];
        for (size_t k = 0; k <= j; ++k) hessian[j * n + k] += scaled * row[k];
        hessian[d * n + j] += scaled;
      }
      gradient[d] += error;
      hessian[d * n + d] += curvature;
    }
    for (size_t j = 0; j < d; ++j) {
      gradient[j] += w[j];
      hessian[j * n + j] += 1;
    }
  }
};

// Solves h s = g by Cholesky. h (lower triangle, row-major) is overwritten, g becomes s. False if h is not
// positive definite to working precision.
bool solve_in_place(std::vector<double>& h, std::vector<double>& g) {
  const size_t n = g.size();
  for (size_t j = 0; j < n; ++j) {
    for (size_t k = 0; k < j; ++k) h[j * n + j] -= h[j * n + k] * h[j * n + k];
    if (!(h[j * n + j] > 0)) return false;
    h[j * n + j] = std::sqrt(h[j * n + j]);
    for (size_t i = j + 1; i < n; ++i) {
      for (size_t k = 0; k < j; ++k) h[i * n + j] -= h[i * n + k] * h[j * n + k];
      h[i * n + j] /= h[j * n + j];
    }
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) g[i] -= h[i * n + k] * g[k];
    g[i] /= h[i * n + i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) g[i] -= h[k * n + i] * g[k];
    g[i] /= h[i * n + i];
  }
  return true;
}

}  // namespace

double LogisticModel::decision(std::span<const double> row) const {
  assert(row.size() == weights.size());
  double z = intercept;
  for (size_t j = 0; j < row.size(); ++j) z += weights[j] * row[j];
  return z;
}

double LogisticModel::probability(std::span<const double> row) const {
  return sigmoid(decision(row));
}

Result<LogisticModel> fit_logistic(const DenseMatrix& x, std::span<const uint8_t> labels,
                                   const LogisticOptions& options) {
  assert(labels.size() == x.rows && (options.weights.empty() || options.weights.size() == x.rows));
  if (!(options.c > 0))
    return usage_error(fmt::format("logistic regression: c must be above 0, not {}", options.c));
  const auto positive =
      static_cast<size_t>(std::count_if(labels.begin(), labels.end(), [](uint8_t y) { return y != 0; }));
  if (x.rows == 0) return data_error("logistic regression: no rows to learn from");
  if (positive == 0 || positive == x.rows)
    return data_error(
        fmt::format("logistic regression: all {} rows are of one class, two are needed", x.rows));
  if (!std::all_of(x.data.begin(), x.data.end(), [](double v) { return std::isfinite(v); }))
    return data_error("logistic regression: a feature is not a finite number");

  const LogisticProblem problem{x, labels, options.c, options.weights};
  const size_t n = x.columns + 1;
  std::vector<double> w(n), gradient(n), hessian(n * n), trial(n);
  double objective = problem.objective(w);
  int iteration = 0;
  while (iteration < options.max_iterations) {
    ++iteration;
    problem.derivatives(w, gradient, hessian);
    std::vector<double> factor = hessian, step = gradient;
    // Only the curvature of the intercept can vanish (if all rows are far on their side). A small ridge makes
    // the step possible.
    for (double ridge = 1e-12; !solve_in_place(factor, step); ridge *= 100) {
      factor = hessian;
      step = gradient;
      for (size_t j = 0; j < n; ++j) factor[j * n + j] += ridge;
    }
    double decrement = 0;  // twice the gain on a quadratic function
    for (size_t j = 0; j < n; ++j) decrement += step[j] * gradient[j];
    double size = 1, tried = 0;
    for (int halvings = 0;; ++halvings, size /= 2) {
      for (size_t j = 0; j < n; ++j) trial[j] = w[j] - size * step[j];
      tried = problem.objective(trial);
      if (tried <= objective - 1e-4 * size * decrement || halvings == 40) break;
    }
    const bool last = decrement <= 1e-12 * std::max(1.0, objective);
    // Near the minimum, rounding hides the effect of the step on the objective, but the full step still
    // improves w.
    if (last) {
      for (size_t j = 0; j < n; ++j) w[j] -= step[j];
      objective = problem.objective(w);
      break;
    }
    w = trial;
    objective = tried;
  }
  LogisticModel model;
  model.intercept = w.back();
  w.pop_back();
  model.weights = std::move(w);
  model.objective = objective;
  model.iterations = iteration;
  return model;
}

}  // namespace standfast
