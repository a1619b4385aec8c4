#include "standfast/num/factor/leading_eigenvectors.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/num/factor/tall.h"
#include "standfast/num/kernel/eigen.h"

namespace standfast {
namespace {

using EigenIndex = Eigen::Index;
using SymmetricSolver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

constexpr size_t kDenseRows = 256;  // matrices up to this size are solved at once
constexpr double kMostGrowth =
    1e5;  // greatest growth of one direction against another in a filter, so that they stay independent
constexpr uint32_t kMostDegree = 64;
constexpr size_t kFilterGrain = 256;

size_t directions_for(size_t wanted, size_t rows) {
  const size_t more = wanted + std::max<size_t>(wanted / 4, 5);
  return std::min((more + 7) / 8 * 8, rows);  // rows of Tall are whole groups of eight
}

struct RitzPairs {
  std::vector<double> values;  // descending
  Tall vectors, images;        // images: A times vectors
};

// Finds the best approximations of eigenvectors in the space of `basis` (Ritz pairs).
bool ritz_pairs(const CsrMatrix& a, const Tall& basis, int threads, RitzPairs& out) {
  const Tall images = product(a, basis, threads);
  const Tall inner = product_of_columns(basis, images, false, threads);
  const auto m = static_cast<EigenIndex>(basis.columns);
  Eigen::MatrixXd h(m, m);
  for (EigenIndex r = 0; r < m; ++r)
    for (EigenIndex c = 0; c < m; ++c)
      h(r, c) = (inner.row(static_cast<size_t>(r))[c] + inner.row(static_cast<size_t>(c))[r]) / 2;
  const SymmetricSolver solver(h);
  if (solver.info() != Eigen::Success) return false;
  Tall turn(basis.columns, basis.columns);
  out.values.resize(basis.columns);
  for (EigenIndex c = 0; c < m; ++c) {
    out.values[static_cast<size_t>(c)] = solver.eigenvalues()(m - 1 - c);
    for (EigenIndex r = 0; r < m; ++r)
      turn.row(static_cast<size_t>(r))[c] = solver.eigenvectors()(r, m - 1 - c);
  }
  out.vectors = product(basis, turn, false, threads);
  out.images = product(images, turn, false, threads);
  return true;
}

double largest_residual(const RitzPairs& pairs, size_t wanted) {
  std::vector<double> squares(wanted, 0.0);
  for (size_t i = 0; i < pairs.vectors.rows; ++i)
    for (size_t c = 0; c < wanted; ++c) {
      const double rest = pairs.images.row(i)[c] - pairs.values[c] * pairs.vectors.row(i)[c];
      squares[c] += rest * rest;
    }
  return std::sqrt(*std::ranges::max_element(squares));
}

// Computes out = times * (image - centre * now) - before, number by number; `before` becomes out.
void filter_step(const Tall& image, const Tall& now, double times, double centre, Tall& before, int threads) {
  parallel_ranges(now.rows, threads, kFilterGrain, [&](size_t begin, size_t end, int) {
    at_level<Simd::v3>([&](auto) {
      const double *from = image.data.data(), *mine = now.data.data();
      double* to = before.data.data();
      for (size_t at = begin * now.stride; at < end * now.stride; ++at)
        to[at] = times * (from[at] - centre * mine[at]) - to[at];
    });
  });
}

// Applies a Chebyshev polynomial of the matrix, which is small between -1 and `low` and grows above.
Tall filtered(const CsrMatrix& a, const RitzPairs& start, double low, uint32_t degree, int threads) {
  const double centre = (low - 1) / 2, half = (low + 1) / 2;
  Tall before = start.vectors, now = Tall(before.rows, before.columns);
  filter_step(start.images, start.vectors, 1 / half, centre, now, threads);
  for (uint32_t d = 1; d < degree; ++d) {
    filter_step(product(a, now, threads), now, 2 / half, centre, before, threads);
    std::swap(before, now);
  }
  return now;
}

// Returns the number of filter steps that leave directions independent enough.
uint32_t degree_for(double low, double high) {
  const double centre = (low - 1) / 2, half = std::max((low + 1) / 2, 1e-6);
  const double above = std::max((high - centre) / half, 1 + 1e-9);
  const double degree = std::acosh(kMostGrowth) / std::acosh(above);
  return static_cast<uint32_t>(std::clamp(degree, 2.0, static_cast<double>(kMostDegree)));
}

void set_sign(DenseMatrix& vectors, size_t column) {
  size_t largest = 0;
  for (size_t i = 1; i < vectors.rows; ++i)
    if (std::abs(vectors.row(i)[column]) > std::abs(vectors.row(largest)[column])) largest = i;
  if (vectors.row(largest)[column] >= 0) return;
  for (size_t i = 0; i < vectors.rows; ++i) vectors.row(i)[column] *= -1;
}

LeadingEigenvectors solve_dense(const CsrMatrix& matrix, size_t wanted) {
  const auto n = static_cast<EigenIndex>(matrix.rows());
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(n, n);
  for (size_t i = 0; i < matrix.rows(); ++i)
    for (size_t e = matrix.begin[i]; e < matrix.begin[i + 1]; ++e)
      dense(static_cast<EigenIndex>(i), static_cast<EigenIndex>(matrix.columns[e])) = matrix.values[e];
  const SymmetricSolver solver(dense);
  LeadingEigenvectors out;
  out.converged = solver.info() == Eigen::Success;
  out.vectors = DenseMatrix(matrix.rows(), wanted);
  if (!out.converged) return out;
  for (size_t c = 0; c < wanted; ++c) {
    const EigenIndex from = n - 1 - static_cast<EigenIndex>(c);
    out.values.push_back(solver.eigenvalues()(from));
    for (size_t i = 0; i < matrix.rows(); ++i)
      out.vectors.row(i)[c] = solver.eigenvectors()(static_cast<EigenIndex>(i), from);
    set_sign(out.vectors, c);
  }
  return out;
}

}  // namespace

LeadingEigenvectors leading_eigenvectors(const CsrMatrix& matrix, const EigenvectorOptions& options,
                                         uint64_t seed, int threads) {
  const size_t n = matrix.rows(), wanted = options.wanted;
  assert(wanted >= 1 && wanted <= n);
  const size_t directions = directions_for(wanted, n);
  if (n <= std::max(kDenseRows, 2 * directions)) return solve_dense(matrix, wanted);

  Tall basis(n, directions);
  Rng rng(seed, "num/eigenvectors", "directions");
  for (size_t i = 0; i < n; ++i)
    for (size_t c = 0; c < directions; ++c) basis.row(i)[c] = rng.normal();
  LeadingEigenvectors out;
  RitzPairs pairs;
  for (uint32_t products = 0;;) {
    if (!orthonormalize(basis, threads) || !ritz_pairs(matrix, basis, threads, pairs)) break;
    ++products;
    out.residual = largest_residual(pairs, wanted);
    out.converged = out.residual <= options.tolerance;
    const double low = std::clamp(pairs.values.back(), -0.5, 1 - 1e-6);
    const uint32_t degree = degree_for(low, std::max(pairs.values.front(), low));
    if (out.converged || products + degree > options.products) break;
    basis = filtered(matrix, pairs, low, degree, threads);
    products += degree - 1;
  }
  out.vectors = DenseMatrix(n, wanted);
  if (pairs.values.empty()) return out;
  out.values.assign(pairs.values.begin(), pairs.values.begin() + static_cast<ptrdiff_t>(wanted));
  for (size_t c = 0; c < wanted; ++c) {
    for (size_t i = 0; i < n; ++i) out.vectors.row(i)[c] = pairs.vectors.row(i)[c];
    set_sign(out.vectors, c);
  }
  return out;
}

}  // namespace standfast
