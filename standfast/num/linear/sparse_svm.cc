#include "standfast/num/linear/sparse_svm.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace standfast {
namespace {

// The weights and, last, the intercept, as one vector.
using Vector = std::vector<double>;

double inner(const Vector& a, const Vector& b) {
  double sum = 0;
  for (size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

class SvmProblem {
 public:
  SvmProblem(const CsrMatrix& x, std::span<const uint8_t> positive, const SparseSvmOptions& options)
      : x_(x), positive_(positive), c_(options.c), weights_(options.weights), size_(x.columns_count + 1) {}

  size_t size() const { return size_; }
  size_t rows() const { return x_.rows(); }

  double row_times(size_t i, const Vector& v) const {
    const auto columns = x_.row_columns(i);
    const auto values = x_.row_values(i);
    double sum = v.back();
    for (size_t k = 0; k < columns.size(); ++k) sum += values[k] * v[columns[k]];
    return sum;
  }
  void add_row(size_t i, double factor, Vector& to) const {
    const auto columns = x_.row_columns(i);
    const auto values = x_.row_values(i);
    for (size_t k = 0; k < columns.size(); ++k) to[columns[k]] += factor * values[k];
    to.back() += factor;
  }

  // Computes f, its gradient and the rows within the margin, from the decisions z = X w + b.
  double evaluate(const Vector& w, const Vector& z, Vector& gradient, std::vector<uint32_t>& active) const {
    gradient = w;
    active.clear();
    double loss = 0;
    for (size_t i = 0; i < rows(); ++i) {
      const double slack = 1 - sign(i) * z[i];
      if (slack <= 0) continue;
      loss += weight(i) * slack * slack;
      active.push_back(static_cast<uint32_t>(i));
      add_row(i, -2 * c_ * weight(i) * sign(i) * slack, gradient);
    }
    return inner(w, w) / 2 + c_ * loss;
  }

  // Computes (I + 2 c X_A' V X_A) v. A: the active rows, V: their weights.
  void curvature_times(const std::vector<uint32_t>& active, const Vector& v, Vector& out) const {
    out = v;
    for (const uint32_t i : active) add_row(i, 2 * c_ * weight(i) * row_times(i, v), out);
  }
  Vector curvature_diagonal(const std::vector<uint32_t>& active) const {
    Vector diagonal(size_, 1);
    for (const uint32_t i : active) {
      const auto columns = x_.row_columns(i);
      const auto values = x_.row_values(i);
      const double cost = 2 * c_ * weight(i);
      for (size_t k = 0; k < columns.size(); ++k) diagonal[columns[k]] += cost * values[k] * values[k];
      diagonal.back() += cost;
    }
    return diagonal;
  }

  // Finds the t > 0 that minimises f(w + t d). z, zd: the decisions of w and d. 0 if d does not lead down.
  double best_step(const Vector& w, const Vector& d, const Vector& z, const Vector& zd) const {
    const double wd = inner(w, d), dd = inner(d, d);
    const auto derivative = [&](double t, double& second) {
      double first = wd + t * dd;
      second = dd;
      for (size_t i = 0; i < z.size(); ++i) {
        const double slack = 1 - sign(i) * (z[i] + t * zd[i]);
        if (slack <= 0) continue;
        const double cost = 2 * c_ * weight(i);
        first -= cost * sign(i) * slack * zd[i];
        second += cost * zd[i] * zd[i];
      }
      return first;
    };
    double second = 0;
    const double at_start = derivative(0, second);
    if (!(at_start < 0)) return 0;
    // The derivative rises and is piecewise linear. Newton steps find its zero; they are kept within the
    // known bounds.
    double low = 0, high = std::numeric_limits<double>::infinity(), t = 1;
    for (int step = 0; step < 100; ++step) {
      const double first = derivative(t, second);
      if (std::abs(first) <= 1e-14 * -at_start) break;
      (first < 0 ? low : high) = t;
      double next = t - first / second;
      if (!(next > low && next < high)) next = std::isinf(high) ? 2 * t : (low + high) / 2;
      if (next == t) break;
      t = next;
    }
    return t;
  }

 private:
  double sign(size_t i) const { return positive_[i] != 0 ? 1 : -1; }
  double weight(size_t i) const { return weights_.empty() ? 1 : weights_[i]; }

  const CsrMatrix& x_;
  std::span<const uint8_t> positive_;
  double c_;
  std::span<const double> weights_;
  size_t size_;
};

// Solves curvature * d = -gradient until the residual is `share` of the gradient, by preconditioned conjugate
// gradients.
Vector newton_direction(const SvmProblem& problem, const std::vector<uint32_t>& active,
                        const Vector& gradient, double share) {
  const size_t n = problem.size();
  const Vector diagonal = problem.curvature_diagonal(active);
  Vector d(n, 0), residual(n), solved(n), p(n), product(n);
  for (size_t j = 0; j < n; ++j) {
    residual[j] = -gradient[j];
    p[j] = solved[j] = residual[j] / diagonal[j];
  }
  const double target = share * share * inner(gradient, gradient);
  double rz = inner(residual, solved);
  for (int step = 0; step < 2000 && inner(residual, residual) > target; ++step) {
    problem.curvature_times(active, p, product);
    const double alpha = rz / inner(p, product);
    for (size_t j = 0; j < n; ++j) {
      d[j] += alpha * p[j];
      residual[j] -= alpha * product[j];
      solved[j] = residual[j] / diagonal[j];
    }
    const double before = rz;
    rz = inner(residual, solved);
    if (!(rz > 0)) break;
    for (size_t j = 0; j < n; ++j) p[j] = solved[j] + rz / before * p[j];
  }
  return d;
}

}  // namespace

SparseSvm fit_sparse_svm(const CsrMatrix& x, std::span<const uint8_t> positive,
                         const SparseSvmOptions& options) {
  const SvmProblem problem(x, positive, options);
  const size_t rows = problem.rows();
  Vector w(problem.size(), 0), z(rows, 0), zd(rows), gradient;
  std::vector<uint32_t> active;
  double objective = problem.evaluate(w, z, gradient, active), norm = inner(gradient, gradient);
  const double first_norm = norm;
  SparseSvm model;
  while (norm > 2 * options.tolerance * objective && model.iterations < options.max_iterations) {
    ++model.iterations;
    // The accuracy is loose far from the minimum, and tight near it, where a full step reaches it.
    const double share = std::clamp(std::sqrt(std::sqrt(norm / first_norm)), 1e-8, 0.1);
    const Vector d = newton_direction(problem, active, gradient, share);
    for (size_t i = 0; i < rows; ++i) zd[i] = problem.row_times(i, d);
    const double t = problem.best_step(w, d, z, zd);
    if (t == 0) break;
    const Vector before = w;
    for (size_t j = 0; j < w.size(); ++j) w[j] += t * d[j];
    for (size_t i = 0; i < rows; ++i) z[i] = problem.row_times(i, w);
    const double now = problem.evaluate(w, z, gradient, active);
    const double now_norm = inner(gradient, gradient);
    if (!(now < objective) && !(now_norm < norm)) {  // only rounding is left
      w = before;
      break;
    }
    objective = now;
    norm = now_norm;
  }
  model.intercept = w.back();
  w.pop_back();
  model.weights = std::move(w);
  model.objective = objective;
  model.gap = norm / 2;
  return model;
}

double svm_decision(const SparseSvm& model, std::span<const uint32_t> columns,
                    std::span<const double> values) {
  double sum = model.intercept;
  for (size_t k = 0; k < columns.size(); ++k) sum += values[k] * model.weights[columns[k]];
  return sum;
}

}  // namespace standfast
