#include "standfast/num/linear/svm.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "standfast/num/kernel/dot.h"

namespace standfast {

namespace {

// Solves a x = b in place by Cholesky, for a symmetric positive definite a (n x n, row-major). The result is
// in b.
void solve(std::vector<double>& a, std::vector<double>& b, size_t n) {
  for (size_t j = 0; j < n; ++j) {
    double diagonal = a[j * n + j] - dot(&a[j * n], &a[j * n], j);
    diagonal = std::sqrt(diagonal);
    a[j * n + j] = diagonal;
    for (size_t i = j + 1; i < n; ++i)
      a[i * n + j] = (a[i * n + j] - dot(&a[i * n], &a[j * n], j)) / diagonal;
  }
  for (size_t i = 0; i < n; ++i) b[i] = (b[i] - dot(&a[i * n], b.data(), i)) / a[i * n + i];
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
}

}  // namespace

DenseMatrix svm_kernel(const DenseMatrix& x) {
  DenseMatrix kernel(x.rows, x.rows);
  for (size_t i = 0; i < x.rows; ++i)
    for (size_t j = 0; j <= i; ++j)
      kernel.row(i)[j] = kernel.row(j)[i] = dot(x.row(i).data(), x.row(j).data(), x.columns) + 1;
  return kernel;
}

std::vector<double> fit_svm(const DenseMatrix& kernel, std::span<const uint32_t> rows,
                            std::span<const uint8_t> labels, double c) {
  assert(c > 0);
  const size_t n = rows.size();
  const auto sign = [&](size_t i) { return labels[rows[i]] != 0 ? 1.0 : -1.0; };
  const auto k = [&](size_t i, size_t j) { return kernel.data[rows[i] * kernel.columns + rows[j]]; };
  std::vector<double> beta(n), decision(n);
  const auto objective = [&](const std::vector<double>& b, const std::vector<double>& f) {
    double norm = 0, loss = 0;
    for (size_t i = 0; i < n; ++i) {
      norm += b[i] * f[i];
      const double gap = std::max(0.0, 1 - sign(i) * f[i]);
      loss += gap * gap;
    }
    return norm / 2 + c * loss;
  };
  double value = objective(beta, decision);
  std::vector<size_t> inside;
  for (size_t i = 0; i < n; ++i) inside.push_back(i);  // at beta = 0 every row is within the margin
  constexpr int kMostSteps = 200;
  for (int step = 0; step < kMostSteps; ++step) {
    const size_t m = inside.size();
    std::vector<double> a(m * m), b(m);
    for (size_t i = 0; i < m; ++i) {
      for (size_t j = 0; j <= i; ++j) a[i * m + j] = k(inside[i], inside[j]);
      a[i * m + i] += 1 / (2 * c);
      b[i] = sign(inside[i]);
    }
    solve(a, b, m);
    std::vector<double> to(n), to_decision(n);
    for (size_t i = 0; i < m; ++i) to[inside[i]] = b[i];
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < m; ++j) to_decision[i] += k(i, inside[j]) * b[j];
    // Nearly always the whole step; it is halved while it does not help.
    double length = 1, reached = 0;
    std::vector<double> at(n), at_decision(n);
    for (int half = 0; half < 40; ++half, length /= 2) {
      for (size_t i = 0; i < n; ++i) {
        at[i] = beta[i] + length * (to[i] - beta[i]);
        at_decision[i] = decision[i] + length * (to_decision[i] - decision[i]);
      }
      reached = objective(at, at_decision);
      if (reached <= value) break;
    }
    beta = at;
    decision = at_decision;
    value = std::min(value, reached);
    std::vector<size_t> now;
    for (size_t i = 0; i < n; ++i)
      if (sign(i) * decision[i] < 1) now.push_back(i);
    if (length == 1 && now == inside) break;  // this is the minimum of the quadratic piece that contains it
    inside = std::move(now);
    if (inside.empty()) break;
  }
  return beta;
}

double svm_decision(const DenseMatrix& kernel, std::span<const uint32_t> rows,
                    std::span<const double> coefficients, uint32_t row) {
  double sum = 0;
  for (size_t i = 0; i < rows.size(); ++i)
    sum += coefficients[i] * kernel.data[row * kernel.columns + rows[i]];
  return sum;
}

std::vector<double> svm_weights(const DenseMatrix& x, std::span<const uint32_t> rows,
                                std::span<const double> coefficients) {
  std::vector<double> weights(x.columns);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (coefficients[i] == 0) continue;
    const auto row = x.row(rows[i]);
    for (size_t j = 0; j < weights.size(); ++j) weights[j] += coefficients[i] * row[j];
  }
  return weights;
}

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
