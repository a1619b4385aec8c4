// A dense matrix: row-major and compact, component j of row i is data[i * columns + j].
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace standfast {

template <class T>
struct Dense {
  size_t rows = 0;
  size_t columns = 0;
  std::vector<T> data;  // rows x columns

  Dense() = default;
  Dense(size_t r, size_t c) : rows(r), columns(c), data(r * c) {}

  std::span<T> row(size_t i) { return {data.data() + i * columns, columns}; }
  std::span<const T> row(size_t i) const { return {data.data() + i * columns, columns}; }
};

using DenseMatrix = Dense<double>;
using FloatMatrix = Dense<float>;

}  // namespace standfast
