#include "standfast/feature/encoder/float_vectors.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <type_traits>
#include <variant>

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
bool is_finite(std::span<const float> row) {
  return std::ranges::all_of(row, [](float value) { return std::isfinite(value); });
}

// Explains why a row is not finite as floats: the source was not finite, or too large for a float.
struct Wrong {
  size_t row;
  template <class Matrix>
  std::string operator()(const Matrix& vectors) const {
    bool finite = true;
    if constexpr (std::is_same_v<Matrix, CsrMatrix>)
      for (const auto value : vectors.row_values(row)) finite = finite && std::isfinite(value);
    else
      for (const auto value : vectors.row(row)) finite = finite && std::isfinite(value);
    return fmt::format("the vector of document {} has a number {}", row + 1,
                       finite ? "too large for a float" : "that is not finite (NaN or infinite)");
  }
};

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
    if (!is_finite(out.row(i))) return data_error(std::visit(Wrong{i}, encoded.vectors));
  return out;
}

Status must_be_finite(const FloatMatrix& vectors, const DocumentView& documents, const std::string& model) {
  for (size_t i = 0; i < vectors.rows; ++i)
    if (!is_finite(vectors.row(i)))
      return data_error(fmt::format(
          "{}: what it computes of the document \"{}\" is not finite: its weights are so large that "
          "numbers leave the range of floats; is the model damaged, or did its training diverge?",
          model, documents.corpus->id(documents.rows[i])));
  return {};
}

}  // namespace standfast
