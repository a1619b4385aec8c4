#include "standfast/model/saved/model_state.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/num/kernel/npy.h"

namespace standfast {

Result<const std::string*> find_blob(const ModelState& state, const std::string& name) {
  const auto found = state.blobs.find(name);
  if (found == state.blobs.end()) return data_error(fmt::format("the saved model has no {}", name));
  return &found->second;
}

std::string matrix_blob(const DenseMatrix& matrix) {
  return npy_bytes(std::span<const double>(matrix.data), matrix.rows, matrix.columns);
}

Result<DenseMatrix> matrix_from(const ModelState& state, const std::string& name, size_t rows,
                                size_t columns) {
  SF_ASSIGN(const std::string* bytes, find_blob(state, name));
  SF_ASSIGN(NpyArray array, parse_npy(*bytes, name));
  auto* numbers = std::get_if<std::vector<double>>(&array.data);
  if (numbers == nullptr || array.shape != std::vector<size_t>{rows, columns})
    return data_error(fmt::format("{} is not a table of {} x {} numbers", name, rows, columns));
  if (!std::all_of(numbers->begin(), numbers->end(), [](double x) { return std::isfinite(x); }))
    return data_error(fmt::format("{} holds a number that is not finite", name));
  DenseMatrix matrix;
  matrix.rows = rows;
  matrix.columns = columns;
  matrix.data = std::move(*numbers);
  return matrix;
}

}  // namespace standfast
