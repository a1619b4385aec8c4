#include "standfast/analysis/split/nearest_cosine.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

struct Posting {
  uint32_t row = 0;
  double weight = 0;
};

double length_of_row(const CsrMatrix& matrix, size_t row) {
  double squares = 0;
  for (const double value : matrix.row_values(row)) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace

std::vector<double> nearest_cosines(const CsrMatrix& queries, const CsrMatrix& others, int threads) {
  assert(queries.columns_count == others.columns_count);
  std::vector<size_t> begins(others.columns_count + 1, 0);
  for (size_t i = 0; i < others.rows(); ++i)
    for (const uint32_t column : others.row_columns(i)) ++begins[column + 1];
  for (size_t c = 0; c < others.columns_count; ++c) begins[c + 1] += begins[c];
  std::vector<Posting> postings(begins.back());
  std::vector<size_t> next(begins.begin(), begins.end() - 1);
  for (size_t i = 0; i < others.rows(); ++i) {
    const double length = length_of_row(others, i);
    const auto columns = others.row_columns(i);
    const auto values = others.row_values(i);
    for (size_t k = 0; k < columns.size(); ++k)
      postings[next[columns[k]]++] = {static_cast<uint32_t>(i), length > 0 ? values[k] / length : 0};
  }
  std::vector<double> nearest(queries.rows(), 0);
  std::vector<std::vector<double>> sums(static_cast<size_t>(std::max(threads, 1)));
  parallel_ranges(queries.rows(), threads, 64, [&](size_t begin, size_t end, int worker) {
    auto& sum = sums[static_cast<size_t>(worker)];
    sum.resize(others.rows(), 0);
    for (size_t i = begin; i < end; ++i) {
      const double length = length_of_row(queries, i);
      if (length == 0) continue;
      const auto columns = queries.row_columns(i);
      const auto values = queries.row_values(i);
      for (size_t k = 0; k < columns.size(); ++k) {
        const double weight = values[k] / length;
        for (size_t p = begins[columns[k]]; p < begins[columns[k] + 1]; ++p)
          sum[postings[p].row] += weight * postings[p].weight;
      }
      nearest[i] = std::min(1.0, sum.empty() ? 0.0 : *std::max_element(sum.begin(), sum.end()));
      std::fill(sum.begin(), sum.end(), 0.0);
    }
  });
  return nearest;
}

}  // namespace standfast
