#include "standfast/num/factor/nmf_fold_in.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <vector>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

constexpr int kMostPasses = 10'000;

// Computes H H^T.
DenseMatrix gram_of(const FloatMatrix& terms) {
  DenseMatrix gram(terms.columns, terms.columns);
  for (size_t j = 0; j < terms.rows; ++j) {
    const auto term = terms.row(j);
    for (size_t a = 0; a < term.size(); ++a)
      for (size_t b = 0; b < term.size(); ++b) gram.row(a)[b] += double{term[a]} * double{term[b]};
  }
  return gram;
}

// Finds the w for products = H x^T.
void descend(const DenseMatrix& gram, std::span<const double> products, std::span<double> w) {
  double first = 0;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    double violation = 0;
    for (size_t t = 0; t < w.size(); ++t) {
      const double own = gram.row(t)[t];
      if (own == 0) continue;  // no term has this component
      double gradient = -products[t];
      for (size_t r = 0; r < w.size(); ++r) gradient += gram.row(t)[r] * w[r];
      if (w[t] > 0 || gradient < 0) violation += std::abs(gradient);
      w[t] = std::max(0.0, w[t] - gradient / own);
    }
    if (pass == 0) first = violation;
    if (violation <= kFoldInTol * first) return;
  }
}

}  // namespace

FloatMatrix nmf_fold_in(const CsrMatrix& x, const FloatMatrix& terms, int threads) {
  assert(x.columns_count == terms.rows);
  const DenseMatrix gram = gram_of(terms);
  FloatMatrix out(x.rows(), terms.columns);
  parallel_ranges(x.rows(), threads, 16, [&](size_t begin, size_t end, int) {
    std::vector<double> products(terms.columns), w(terms.columns);
    for (size_t i = begin; i < end; ++i) {
      std::fill(products.begin(), products.end(), 0.0);
      std::fill(w.begin(), w.end(), 0.0);
      const auto columns = x.row_columns(i);
      for (size_t e = 0; e < columns.size(); ++e) {
        const auto term = terms.row(columns[e]);
        for (size_t c = 0; c < term.size(); ++c) products[c] += x.row_values(i)[e] * double{term[c]};
      }
      descend(gram, products, w);
      for (size_t c = 0; c < w.size(); ++c) out.row(i)[c] = static_cast<float>(w[c]);
    }
  });
  return out;
}

}  // namespace standfast
