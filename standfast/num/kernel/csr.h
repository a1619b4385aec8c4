// A sparse matrix in compressed rows (CSR), products of its rows, and their selection. The entries of row i
// are begin[i] .. begin[i+1] of columns and values. Columns ascend within a row and do not repeat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/buffer.h"

namespace standfast {

struct CsrMatrix {
  size_t columns_count = 0;           // number of columns
  std::vector<uint64_t> begin = {0};  // rows + 1
  Buffer<uint32_t> columns;           // nnz, 0 <= column < columns_count
  Buffer<double> values;              // nnz

  size_t rows() const { return begin.size() - 1; }
  std::span<const uint32_t> row_columns(size_t i) const {
    return {columns.data() + begin[i], static_cast<size_t>(begin[i + 1] - begin[i])};
  }
  std::span<const double> row_values(size_t i) const {
    return {values.data() + begin[i], static_cast<size_t>(begin[i + 1] - begin[i])};
  }
};

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
