// Non-negative matrix factorisation: X of documents by terms is approximated by W H with W, H >= 0, so that
// ||X - W H|| (Frobenius) is small. The method is coordinate descent, one component after the other, W before
// H in each iteration (Cichocki and Phan 2009; Hsieh and Dhillon 2011), without regularisation. Method and
// stopping rule equal scikit-learn's solver "cd".
//
// The fit ends when the sum of |projected gradient| in an iteration is at most tol times the sum in the first
// iteration, or after `iterations`. Numbers are float32: the objective agrees with one in float64 to about
// 1e-5.
//
// Time: O(iterations * (nnz + (rows + columns) * components) * components). The bytes are the same for any
// number of threads.
#pragma once

#include <cstdint>

#include "standfast/base/sink.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct NmfOptions {
  uint32_t components = 50;    // >= 1
  uint32_t iterations = 2000;  // at most this many; >= 1
  double tol = 1e-4;           // >= 0; with 0 it never stops early
};

struct Nmf {
  FloatMatrix documents;    // W: rows of X x components
  FloatMatrix terms;        // columns of X x components: H transposed
  uint32_t iterations = 0;  // iterations done
  bool converged = false;   // stopped by tol
  double error = 0;         // ||X - W H||
  double norm = 0;          // ||X||
};

// Fits the factorisation. x: no negative values, at least one row and column. Both factors begin as |normal|
// * sqrt(mean(x) / components), drawn from the seed row by row.
Nmf nmf(const CsrMatrix& x, const NmfOptions& options, uint64_t seed, int threads, Sink& sink);

// Fold-in of new rows into a factorisation, as non-negative sums of its terms: for each row x of X, the w >=
// 0 that minimises ||x - w H|| for the given H. The problem is convex. Coordinate descent solves it
// from zero, until the sum of |projected gradient| is at most kFoldInTol times the first one.

inline constexpr double kFoldInTol = 1e-6;

// Folds rows in. terms: H transposed, columns of X x components, as in Nmf. Returns rows of X x components. A
// row does not depend on the others. The bytes are the same for any number of threads.
FloatMatrix nmf_fold_in(const CsrMatrix& x, const FloatMatrix& terms, int threads);

}  // namespace standfast
