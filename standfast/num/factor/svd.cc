#include "standfast/num/factor/svd.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "standfast/base/rng.h"
#include "standfast/num/factor/tall.h"
#include "standfast/num/kernel/eigen.h"

namespace standfast {
namespace {

using Index = Eigen::Index;

constexpr size_t kMoreDirections = 10;
// The number of directions up to which all are taken: that costs as little as the iterations, and nothing is
// left out.
constexpr size_t kFewDirections = 128;
constexpr double kZero = 1e-10;

CsrMatrix transposed(const CsrMatrix& x) {
  CsrMatrix t;
  t.columns_count = x.rows();
  t.begin.assign(x.columns_count + 1, 0);
  for (const uint32_t column : x.columns) ++t.begin[column + 1];
  for (size_t c = 0; c < x.columns_count; ++c) t.begin[c + 1] += t.begin[c];
  t.columns.resize(x.columns.size());
  t.values.resize(x.values.size());
  std::vector<uint64_t> next(t.begin.begin(), t.begin.end() - 1);
  for (size_t row = 0; row < x.rows(); ++row)
    for (size_t e = x.begin[row]; e < x.begin[row + 1]; ++e) {
      const uint64_t to = next[x.columns[e]]++;
      t.columns[to] = static_cast<uint32_t>(row);
      t.values[to] = x.values[e];
    }
  return t;
}

Eigen::MatrixXd to_eigen(const Tall& m) {
  Eigen::MatrixXd out(static_cast<Index>(m.rows), static_cast<Index>(m.columns));
  for (size_t i = 0; i < m.rows; ++i)
    for (size_t c = 0; c < m.columns; ++c) out(static_cast<Index>(i), static_cast<Index>(c)) = m.row(i)[c];
  return out;
}
Tall from_eigen(const Eigen::MatrixXd& m) {
  Tall out(static_cast<size_t>(m.rows()), static_cast<size_t>(m.cols()));
  for (size_t i = 0; i < out.rows; ++i)
    for (size_t c = 0; c < out.columns; ++c) out.row(i)[c] = m(static_cast<Index>(i), static_cast<Index>(c));
  return out;
}

// X, or X with the mean of each column taken away. The centred matrix is never made: the contribution of the
// means is subtracted from products.
class Factored {
 public:
  Factored(const CsrMatrix& x, bool centred, int threads) : x_(x), turned_(transposed(x)), threads_(threads) {
    if (!centred) return;
    means_.assign(x.columns_count, 0.0);
    for (size_t e = 0; e < x.values.size(); ++e) means_[x.columns[e]] += x.values[e];
    for (double& mean : means_) mean /= static_cast<double>(x.rows());
  }

  Tall times(const Tall& dense) const {
    Tall out = product(x_, dense, threads_);
    if (means_.empty()) return out;
    const auto change = weighted_sum(dense, [&](size_t i) { return means_[i]; });
    for (size_t i = 0; i < out.rows; ++i) subtract(1, change, out.row(i));
    return out;
  }
  Tall turned_times(const Tall& dense) const {
    Tall out = product(turned_, dense, threads_);
    if (means_.empty()) return out;
    const auto change = weighted_sum(dense, [](size_t) { return 1.0; });
    for (size_t i = 0; i < out.rows; ++i) subtract(means_[i], change, out.row(i));
    return out;
  }

 private:
  template <class Weight>
  static std::vector<double> weighted_sum(const Tall& dense, const Weight& weight) {
    std::vector<double> sums(dense.columns);
    for (size_t i = 0; i < dense.rows; ++i)
      for (size_t c = 0; c < dense.columns; ++c) sums[c] += weight(i) * dense.row(i)[c];
    return sums;
  }
  static void subtract(double times, const std::vector<double>& change, double* row) {
    for (size_t c = 0; c < change.size(); ++c) row[c] -= times * change[c];
  }

  const CsrMatrix& x_;
  CsrMatrix turned_;
  std::vector<double> means_;  // empty: not centred
  int threads_;
};

// Returns an orthonormal basis of the columns, also of columns that depend on each other.
Tall basis(const Tall& m, int threads) {
  if (Tall fast = m; orthonormalize(fast, threads)) return fast;
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr{to_eigen(m)};
  return from_eigen(qr.householderQ() *
                    Eigen::MatrixXd::Identity(static_cast<Index>(m.rows), static_cast<Index>(m.columns)));
}

// Returns the sum of the variances of the columns.
double variance(const CsrMatrix& x) {
  std::vector<double> sums(x.columns_count, 0.0);
  double squares = 0;
  for (size_t e = 0; e < x.values.size(); ++e) {
    sums[x.columns[e]] += x.values[e];
    squares += x.values[e] * x.values[e];
  }
  const auto n = static_cast<double>(x.rows());
  double total = squares / n;
  for (const double sum : sums) total -= sum / n * (sum / n);
  return total;
}

}  // namespace

TruncatedSvd truncated_svd(const CsrMatrix& x, const SvdOptions& options, uint64_t seed, int threads) {
  const size_t k = options.components, least = std::min(x.rows(), x.columns_count);
  assert(k >= 1 && k <= least);
  const size_t directions = least <= kFewDirections ? least : std::min(k + kMoreDirections, least);
  const Factored factored(x, options.centred, threads);
  Tall start(x.columns_count, directions);
  Rng rng(seed, "num/svd", "directions");
  for (size_t i = 0; i < start.rows; ++i)
    for (size_t c = 0; c < directions; ++c) start.row(i)[c] = rng.normal();
  Tall left = basis(factored.times(start), threads);
  for (uint32_t i = 0; directions < least && i < options.iterations; ++i)
    left = basis(factored.times(basis(factored.turned_times(left), threads)), threads);
  // X is near Q (Q^T X). With X^T Q = P R, the small matrix R^T has the singular values.
  const Tall right = factored.turned_times(left);
  const Tall right_basis = basis(right, threads);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(
      to_eigen(product_of_columns(right, right_basis, false, threads)),
      Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Tall documents = product(left, from_eigen(svd.matrixU()), false, threads);
  const Tall terms = product(right_basis, from_eigen(svd.matrixV()), false, threads);

  TruncatedSvd result;
  result.documents = DenseMatrix(x.rows(), k);
  result.terms = DenseMatrix(x.columns_count, k);
  double kept = 0;
  for (size_t c = 0; c < k; ++c) {
    double value = svd.singularValues()(static_cast<Index>(c));
    if (!(value > kZero * svd.singularValues()(0))) value = 0;
    result.singular.push_back(value);
    size_t largest = 0;
    for (size_t j = 1; j < x.columns_count; ++j)
      if (std::abs(terms.row(j)[c]) > std::abs(terms.row(largest)[c])) largest = j;
    const double scale = terms.row(largest)[c] < 0 ? -value : value;
    const double sign = value == 0 ? 0 : terms.row(largest)[c] < 0 ? -1 : 1;
    for (size_t j = 0; j < x.columns_count; ++j) result.terms.row(j)[c] = sign * terms.row(j)[c];
    double sum = 0, squares = 0;
    for (size_t i = 0; i < x.rows(); ++i) {
      const double component = documents.row(i)[c] * scale;
      result.documents.row(i)[c] = component;
      sum += component;
      squares += component * component;
    }
    const auto n = static_cast<double>(x.rows());
    kept += squares / n - sum / n * (sum / n);
  }
  const double total = variance(x);
  result.explained = total > 0 ? kept / total : 0.0;
  return result;
}

}  // namespace standfast
