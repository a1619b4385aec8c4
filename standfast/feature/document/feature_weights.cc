#include "standfast/feature/document/feature_weights.h"

#include <cmath>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/feature/document/length_counts.h"

namespace standfast {

void weigh(CsrMatrix& m, const std::vector<double>& units, const std::vector<double>& idf, Norm norm,
           int threads) {
  if (units.empty() && idf.empty() && norm == Norm::none) return;
  parallel_ranges(m.rows(), threads, 256, [&](size_t first, size_t last, int) {
    for (size_t i = first; i < last; ++i) {
      const uint64_t begin = m.begin[i], end = m.begin[i + 1];
      double length = 0;
      for (uint64_t k = begin; k < end; ++k) {
        if (!units.empty()) m.values[k] /= units[i];
        if (!idf.empty()) m.values[k] *= idf[m.columns[k]];
        length += norm == Norm::l2 ? m.values[k] * m.values[k] : m.values[k];
      }
      if (norm == Norm::none || !(length > 0)) continue;
      if (norm == Norm::l2) length = std::sqrt(length);
      for (uint64_t k = begin; k < end; ++k) m.values[k] /= length;
    }
  });
}

void share_lengths(CsrMatrix& m) {
  for (size_t i = 0; i < m.rows(); ++i) {
    double sums[2] = {};
    for (uint64_t k = m.begin[i]; k < m.begin[i + 1]; ++k) sums[m.columns[k] >= kWordLengths] += m.values[k];
    for (uint64_t k = m.begin[i]; k < m.begin[i + 1]; ++k) m.values[k] /= sums[m.columns[k] >= kWordLengths];
  }
}

CsrMatrix side_by_side(std::vector<CsrMatrix> parts) {
  if (parts.size() == 1) return std::move(parts[0]);
  CsrMatrix all;
  size_t entries = 0;
  for (const auto& part : parts) entries += part.columns.size();
  all.columns.resize(entries);
  all.values.resize(entries);
  const size_t rows = parts[0].rows();
  size_t at = 0;
  for (size_t i = 0; i < rows; ++i) {
    size_t offset = 0;
    for (const auto& part : parts) {
      for (uint64_t k = part.begin[i]; k < part.begin[i + 1]; ++k, ++at) {
        all.columns[at] = static_cast<uint32_t>(part.columns[k] + offset);
        all.values[at] = part.values[k];
      }
      offset += part.columns_count;
    }
    all.begin.push_back(at);
  }
  for (const auto& part : parts) all.columns_count += part.columns_count;
  return all;
}

}  // namespace standfast
