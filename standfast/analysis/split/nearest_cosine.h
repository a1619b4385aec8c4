// The largest cosine of each row with rows of another matrix, exactly.
#pragma once

#include <vector>

#include "standfast/num/kernel/csr.h"

namespace standfast {

// result[i]: of row i of `queries` with the rows of `others`; 0 where it is a row of zeros or shares no column with
// any. Values are not negative; both matrices have the same columns. Sums run in the order of columns, so the result
// is the same for any number of threads.
std::vector<double> nearest_cosines(const CsrMatrix& queries, const CsrMatrix& others, int threads);

}  // namespace standfast
