// Leading eigenpairs: the largest eigenvalues of a sparse symmetric matrix whose eigenvalues lie in [-1, 1],
// with their eigenvectors. The method is subspace iteration with Chebyshev filters (Zhou, Saad, Tiago,
// Chelikowsky 2006, "Self-consistent-field calculations using Chebyshev-filtered subspace iteration", J.
// Comput. Phys. 219). It works with a quarter more directions than asked for (at least five), from a random
// start. Small matrices are solved as dense ones.
//
// The sign of each vector: its component with the largest absolute value is positive (the first of equals).
// The bytes are the same for any number of threads.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct EigenvectorOptions {
  uint32_t wanted = 1;      // 1 .. rows
  double tolerance = 1e-4;  // it ends when |A v - value v| is at most this for each wanted vector of length 1
  uint32_t products =
      600;  // it also ends before the matrix is multiplied more often than this with all directions
};

struct LeadingEigenvectors {
  std::vector<double> values;  // descending
  DenseMatrix vectors;         // rows x wanted, columns of length 1
  double residual = 0;         // the largest |A v - value v|
  bool converged = false;
};

// Computes the eigenpairs. matrix: symmetric, at least one row.
LeadingEigenvectors leading_eigenvectors(const CsrMatrix& matrix, const EigenvectorOptions& options,
                                         uint64_t seed, int threads);

}  // namespace standfast
