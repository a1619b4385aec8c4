// A dense matrix: row-major and compact, component j of row i is data[i * columns + j].
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace standfast {

struct DenseMatrix {
  size_t rows = 0;
  size_t columns = 0;
  std::vector<double> data;  // rows x columns

  DenseMatrix() = default;
  DenseMatrix(size_t r, size_t c) : rows(r), columns(c), data(r * c) {}

  std::span<double> row(size_t i) { return {data.data() + i * columns, columns}; }
  std::span<const double> row(size_t i) const { return {data.data() + i * columns, columns}; }
};

}  // namespace standfast
