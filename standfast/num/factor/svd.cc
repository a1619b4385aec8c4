#include "standfast/num/factor/svd.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#define EIGEN_DONT_PARALLELIZE  // sums would depend on the number of threads
#include <Eigen/Dense>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;

constexpr size_t kMoreDirections = 10;
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

// X times a dense matrix, row by row.
Matrix product(const CsrMatrix& x, const Matrix& dense, int threads) {
  Matrix out = Matrix::Zero(static_cast<Index>(x.rows()), dense.cols());
  const auto width = static_cast<size_t>(dense.cols());
  parallel_ranges(x.rows(), threads, 64, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) {
      double* to = out.data() + i * width;
      for (size_t e = x.begin[i]; e < x.begin[i + 1]; ++e) {
        const double* from = dense.data() + size_t{x.columns[e]} * width;
        const double value = x.values[e];
        for (size_t c = 0; c < width; ++c) to[c] += value * from[c];
      }
    }
  });
  return out;
}

// X, or X with the mean of each column taken away, which is never made: what the means change is subtracted from
// products.
class Factored {
 public:
  Factored(const CsrMatrix& x, bool centred, int threads) : x_(x), turned_(transposed(x)), threads_(threads) {
    if (!centred) return;
    means_ = Eigen::RowVectorXd::Zero(static_cast<Index>(x.columns_count));
    for (size_t e = 0; e < x.values.size(); ++e) means_(x.columns[e]) += x.values[e];
    means_ /= static_cast<double>(x.rows());
  }

  Matrix times(const Matrix& dense) const {
    Matrix out = product(x_, dense, threads_);
    if (means_.size() > 0) out.rowwise() -= Eigen::RowVectorXd(means_ * dense);
    return out;
  }
  Matrix turned_times(const Matrix& dense) const {
    Matrix out = product(turned_, dense, threads_);
    if (means_.size() > 0) out -= means_.transpose() * dense.colwise().sum();
    return out;
  }

 private:
  const CsrMatrix& x_;
  CsrMatrix turned_;
  Eigen::RowVectorXd means_;  // empty: not centred
  int threads_;
};

// An orthonormal basis of the columns.
Matrix basis(const Matrix& m) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr{Eigen::MatrixXd(m)};
  return qr.householderQ() * Eigen::MatrixXd::Identity(m.rows(), m.cols());
}

// Sum of the variances of the columns.
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
  const size_t directions = std::min(k + kMoreDirections, least);
  const Factored factored(x, options.centred, threads);
  Matrix start(static_cast<Index>(x.columns_count), static_cast<Index>(directions));
  Rng rng(seed, "num/svd", "directions");
  for (Index i = 0; i < start.size(); ++i) start.data()[i] = rng.normal();
  Matrix left = basis(factored.times(start));
  for (uint32_t i = 0; i < options.iterations; ++i)
    left = basis(factored.times(basis(factored.turned_times(left))));
  // X is near Q (Q^T X). With X^T Q = P R, the small matrix R^T has the singular values.
  const Matrix right = factored.turned_times(left);
  const Matrix right_basis = basis(right);
  const Eigen::MatrixXd small = right.transpose() * right_basis;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(small, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Matrix documents = left * svd.matrixU();
  const Matrix terms = right_basis * svd.matrixV();

  TruncatedSvd result;
  result.documents = DenseMatrix(x.rows(), k);
  result.terms = DenseMatrix(x.columns_count, k);
  double kept = 0;
  for (size_t c = 0; c < k; ++c) {
    const auto column = static_cast<Index>(c);
    double value = svd.singularValues()(column);
    if (!(value > kZero * svd.singularValues()(0))) value = 0;
    result.singular.push_back(value);
    Index largest = 0;
    terms.col(column).cwiseAbs().maxCoeff(&largest);
    const double scale = terms(largest, column) < 0 ? -value : value;
    const double sign = value == 0 ? 0 : terms(largest, column) < 0 ? -1 : 1;
    for (size_t j = 0; j < x.columns_count; ++j)
      result.terms.row(j)[c] = sign * terms(static_cast<Index>(j), column);
    double sum = 0, squares = 0;
    for (size_t i = 0; i < x.rows(); ++i) {
      const double component = documents(static_cast<Index>(i), column) * scale;
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
