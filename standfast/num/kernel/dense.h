// A dense matrix, row-major and compact: component j of row i is data[i * columns + j].
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

// A view of a matrix that another object owns, in the same order: a Dense, a mapped file, an array of another
// language. The owner must outlive the view.
template <class T>
struct MatrixView {
  size_t rows = 0;
  size_t columns = 0;
  T* data = nullptr;  // rows x columns

  MatrixView() = default;
  MatrixView(size_t r, size_t c, T* numbers) : rows(r), columns(c), data(numbers) {}
  template <class Owner>  // NOLINTNEXTLINE(google-explicit-constructor): a matrix is its own view
  MatrixView(const Dense<Owner>& m) : rows(m.rows), columns(m.columns), data(m.data.data()) {}

  std::span<T> row(size_t i) const { return {data + i * columns, columns}; }
};

using DenseMatrix = Dense<double>;
using FloatMatrix = Dense<float>;

}  // namespace standfast
