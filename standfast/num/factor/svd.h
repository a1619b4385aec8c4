// Truncated singular value decomposition: the largest singular values and vectors of a sparse matrix, by
// random projection with power iterations (Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.1). It uses
// ten more directions than asked for, and makes each iteration orthogonal (tall.h; by a Householder QR where
// columns nearly depend on each other). For a matrix with at most 128 rows or columns it takes every
// direction: the answer is exact but for rounding.
//
// The sign of each pair of vectors: the component of the right vector with the largest absolute value is
// positive (the first of equals). Singular values below 1e-10 of the first are set to zero, with zero
// vectors. The bytes are the same for any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct SvdOptions {
  uint32_t components = 100;  // 1 .. min(rows, columns)
  uint32_t iterations = 5;    // steps of the power method; more separate close values better
  // Decomposes X with the mean of each column taken away: principal components. X itself stays sparse.
  bool centred = false;
};

struct TruncatedSvd {
  DenseMatrix documents;         // rows x components: U S
  DenseMatrix terms;             // columns x components: V; X V is U S, also for rows that are not in X.
                                 // Centred: (X - means) V
  std::vector<double> singular;  // components, descending
  double explained = 0;          // share of the variance of the columns of X that U S keeps
};

TruncatedSvd truncated_svd(const CsrMatrix& x, const SvdOptions& options, uint64_t seed, int threads);

}  // namespace standfast
