// A sparse matrix in compressed rows (CSR): the entries of row i are begin[i] .. begin[i+1] of columns and
// values. Columns ascend within a row and do not repeat.
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

}  // namespace standfast
