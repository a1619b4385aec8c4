#include "standfast/num/kernel/csr.h"

#include <algorithm>
#include <cmath>

namespace standfast {

double dot(std::span<const uint32_t> a_columns, std::span<const double> a_values,
           std::span<const uint32_t> b_columns, std::span<const double> b_values) {
  double sum = 0;
  for (size_t i = 0, j = 0; i < a_columns.size() && j < b_columns.size();) {
    const uint32_t a = a_columns[i], b = b_columns[j];
    if (a == b) sum += a_values[i] * b_values[j];
    i += a <= b ? 1 : 0;
    j += b <= a ? 1 : 0;
  }
  return sum;
}

double row_norm(const CsrMatrix& m, size_t i) {
  double squares = 0;
  for (const double value : m.row_values(i)) squares += value * value;
  return std::sqrt(squares);
}

double row_cosine(const CsrMatrix& a, size_t i, const CsrMatrix& b, size_t j) {
  const double norms = row_norm(a, i) * row_norm(b, j);
  if (norms == 0) return 0;
  return dot(a.row_columns(i), a.row_values(i), b.row_columns(j), b.row_values(j)) / norms;
}

CsrMatrix some_rows(const CsrMatrix& all, std::span<const uint32_t> rows) {
  CsrMatrix some;
  some.columns_count = all.columns_count;
  size_t entries = 0;
  for (const uint32_t row : rows) entries += all.row_columns(row).size();
  some.columns.resize(entries);
  some.values.resize(entries);
  size_t at = 0;
  for (const uint32_t row : rows) {
    const auto columns = all.row_columns(row);
    const auto values = all.row_values(row);
    std::copy(columns.begin(), columns.end(), some.columns.data() + at);
    std::copy(values.begin(), values.end(), some.values.data() + at);
    at += columns.size();
    some.begin.push_back(at);
  }
  return some;
}

}  // namespace standfast
