// The largest singular values and vectors of a sparse matrix, by random projection with power iterations
// (Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.1): ten more directions than asked for, each
// iteration made orthogonal by a Householder QR.
//
// The sign of each pair of vectors is such that the component of the right one that is largest in size is
// positive (the first of equals). Singular values below 1e-10 of the first are taken as zero, with zero
// vectors. The same bytes for any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct SvdOptions {
  uint32_t components = 100;  // 1 .. min(rows, columns)
  uint32_t iterations = 5;    // of the power method; more separate values that are near each other
};

struct TruncatedSvd {
  DenseMatrix documents;         // rows x components: U S
  DenseMatrix terms;             // columns x components: V, so that X V is U S; of rows that X has not, too
  std::vector<double> singular;  // components, descending
  double explained = 0;          // share of the variance of the columns of X that U S keeps
};

TruncatedSvd truncated_svd(const CsrMatrix& x, const SvdOptions& options, uint64_t seed, int threads);

}  // namespace standfast
