// Rows of CSR matrices: their products and selection.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/kernel/csr.h"

namespace standfast {

// Computes the dot product: the sum over common columns, in ascending order of columns.
double dot(std::span<const uint32_t> a_columns, std::span<const double> a_values,
           std::span<const uint32_t> b_columns, std::span<const double> b_values);

// Returns the Euclidean length of row i.
double row_norm(const CsrMatrix& m, size_t i);

// Returns the cosine of row i of a and row j of b; 0 if either row is zero. At most 1 plus a rounding error.
double row_cosine(const CsrMatrix& a, size_t i, const CsrMatrix& b, size_t j);

// Returns the given rows, in the given order.
CsrMatrix some_rows(const CsrMatrix& all, std::span<const uint32_t> rows);

}  // namespace standfast
