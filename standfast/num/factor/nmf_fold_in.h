// Rows that a factorisation has not seen, written as non-negative sums of its terms: for each row x of X the
// w >= 0 for which ||x - w H|| is least, H as it is. A convex problem, solved by coordinate descent (nmf.h)
// from zero, until the sum of |projected gradient| is at most kFoldInTol of the first one.
#pragma once

#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

inline constexpr double kFoldInTol = 1e-6;

// terms: H transposed, columns of X x components, as Nmf has it. Returns rows of X x components. A row does
// not depend on the others; the same bytes for any number of threads.
FloatMatrix nmf_fold_in(const CsrMatrix& x, const FloatMatrix& terms, int threads);

}  // namespace standfast
