#include "standfast/feature/encoder/float_vectors.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace standfast {
namespace {

void fill(const CsrMatrix& from, FloatMatrix& to) {
  for (size_t i = 0; i < from.rows(); ++i) {
    const auto columns = from.row_columns(i);
    const auto values = from.row_values(i);
    for (size_t e = 0; e < columns.size(); ++e) to.row(i)[columns[e]] = static_cast<float>(values[e]);
  }
}
template <class T>
void fill(const Dense<T>& from, FloatMatrix& to) {
  std::ranges::transform(from.data, to.data.begin(), [](T value) { return static_cast<float>(value); });
}

}  // namespace

Result<FloatMatrix> float_vectors(const Encoded& encoded, uint64_t most) {
  const uint64_t rows = encoded.rows(), columns = encoded.columns();
  if (columns > 0 && rows > most / sizeof(float) / columns)
    return data_error(fmt::format(
        "vectors of {} documents with {} numbers each take more than {} MB; make them shorter (reduce = "
        "\"svd\", a smaller vocabulary, an encoder such as lsa)",
        rows, columns, most >> 20));
  FloatMatrix out(rows, columns);
  std::visit([&](const auto& m) { fill(m, out); }, encoded.vectors);
  for (size_t i = 0; i < rows; ++i)
    if (!std::ranges::all_of(out.row(i), [](float value) { return std::isfinite(value); }))
      return data_error(fmt::format("the vector of document {} has a number too large for a float", i + 1));
  return out;
}

}  // namespace standfast
