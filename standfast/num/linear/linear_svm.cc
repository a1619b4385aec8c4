#include "standfast/num/linear/linear_svm.h"

#include <algorithm>
#include <cassert>
#include <cmath>

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

}  // namespace standfast
