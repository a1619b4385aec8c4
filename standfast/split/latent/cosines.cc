#include "standfast/split/latent/cosines.h"

#include <cmath>

#include "standfast/base/parallel.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {

std::vector<double> as_doubles(std::span<const float> x) {
  return {x.begin(), x.end()};
}

double cosine(const std::vector<double>& x, const std::vector<double>& y) {
  const double lengths =
      std::sqrt(dot(x.data(), x.data(), x.size())) * std::sqrt(dot(y.data(), y.data(), y.size()));
  return lengths > 0 ? dot(x.data(), y.data(), x.size()) / lengths : 0;
}

std::vector<double> cosines_with(const MatrixView<const float>& matrix, std::span<const uint32_t> rows,
                                 const std::vector<double>& y, int threads) {
  std::vector<double> cosines(rows.size());
  parallel_for(
      rows.size(), threads, [&](size_t i) { cosines[i] = cosine(as_doubles(matrix.row(rows[i])), y); }, 256);
  return cosines;
}

void to_unit_length(FloatMatrix& matrix) {
  for (size_t i = 0; i < matrix.rows; ++i) {
    const auto x = as_doubles(matrix.row(i));
    const double length = std::sqrt(dot(x.data(), x.data(), x.size()));
    if (length > 0)
      for (size_t c = 0; c < x.size(); ++c) matrix.row(i)[c] = static_cast<float>(x[c] / length);
  }
}

std::vector<double> sum_of_rows(const MatrixView<const float>& matrix, std::span<const uint32_t> rows) {
  std::vector<double> sum(matrix.columns, 0);
  for (const uint32_t row : rows)
    for (size_t c = 0; c < matrix.columns; ++c) sum[c] += matrix.row(row)[c];
  return sum;
}

}  // namespace standfast
