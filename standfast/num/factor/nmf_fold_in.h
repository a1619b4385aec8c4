// Fold-in of new rows into a factorisation, as non-negative sums of its terms: for each row x of X, the w >=
// 0 that minimises ||x - w H|| for the given H. The problem is convex. Coordinate descent (nmf.h) solves it
// from zero, until the sum of |projected gradient| is at most kFoldInTol times the first one.
#pragma once

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

inline constexpr double kFoldInTol = 1e-6;

// Folds rows in. terms: H transposed, columns of X x components, as in Nmf. Returns rows of X x components. A
// row does not depend on the others. The bytes are the same for any number of threads.
FloatMatrix nmf_fold_in(const CsrMatrix& x, const FloatMatrix& terms, int threads);

}  // namespace standfast
