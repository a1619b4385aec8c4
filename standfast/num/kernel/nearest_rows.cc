#include "standfast/num/kernel/nearest_rows.h"

#include <algorithm>
#include <array>
#include <span>

#include "standfast/base/parallel.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {
namespace {

// The size of the blocks in which rows are compared: most blocks have no row that can win.
constexpr size_t kBlock = 64;

// Returns the largest number of a block of numbers that are 0 or more.
float largest(const float* values, size_t count) {
  std::array<float, 8> most = {};
  size_t i = 0;
  for (; i + most.size() <= count; i += most.size())
    for (size_t k = 0; k < most.size(); ++k) most[k] = most[k] < values[i + k] ? values[i + k] : most[k];
  for (; i < count; ++i) most[0] = std::max(most[0], values[i]);
  return *std::ranges::max_element(most);
}

}  // namespace

RowIndex::RowIndex(const CsrMatrix& points) : points_(points), begin_(points.columns_count + 1) {
  for (const uint32_t column : points.columns) ++begin_[column + 1];
  for (size_t column = 0; column < points.columns_count; ++column) begin_[column + 1] += begin_[column];
  rows_.resize(points.columns.size());
  shares_.resize(points.columns.size());
  auto next = begin_;
  for (uint32_t row = 0; row < points.rows(); ++row) {
    lengths_.push_back(row_norm(points, row));
    const auto columns = points.row_columns(row);
    const auto values = points.row_values(row);
    for (size_t e = 0; e < columns.size(); ++e) {
      const uint64_t at = next[columns[e]]++;
      rows_[at] = row;
      shares_[at] = lengths_[row] > 0 ? static_cast<float>(values[e] / lengths_[row]) : 0;
    }
  }
}

double RowIndex::cosine_of(const CsrMatrix& queries, size_t query, double length, uint32_t row) const {
  const double lengths = length * lengths_[row];
  if (lengths == 0) return 0;
  return dot(queries.row_columns(query), queries.row_values(query), points_.row_columns(row),
             points_.row_values(row)) /
         lengths;
}

template <class Met>
void RowIndex::gather(double floor, bool only_best, const CsrMatrix& queries, size_t query, Scratch& scratch,
                      const Met& met) const {
  const double length = row_norm(queries, query);
  if (!(length > 0)) return;
  const auto columns = queries.row_columns(query);
  const auto values = queries.row_values(query);
  scratch.cosines.resize(points_.rows());
  scratch.most.resize((points_.rows() + kBlock - 1) / kBlock);
  const std::span<float> cosines = scratch.cosines;
  const std::span<const uint32_t> rows = rows_;
  const std::span<const float> shares = shares_;
  // Calls visit(begin, end, value of the query) for the entries of every column of the query.
  const auto for_each_column = [&](const auto& visit) {
    for (size_t e = 0; e < columns.size(); ++e)
      if (columns[e] < points_.columns_count && values[e] > 0)
        visit(begin_[columns[e]], begin_[columns[e] + 1], static_cast<float>(values[e] / length));
  };
  uint64_t steps = 0;
  for_each_column([&](uint64_t begin, uint64_t end, float mine) {
    for (uint64_t at = begin; at < end; ++at) cosines[rows[at]] += mine * shares[at];
    steps += end - begin;
  });
  // If a query meets few rows, they are compared alone; else all rows, one after the other.
  const bool few = 4 * steps < cosines.size();
  float best = 0;
  if (few)
    for_each_column([&](uint64_t begin, uint64_t end, float) {
      for (uint64_t at = begin; at < end; ++at) best = std::max(best, cosines[rows[at]]);
    });
  else
    for (size_t begin = 0; begin < cosines.size(); begin += kBlock) {
      float& most = scratch.most[begin / kBlock];
      most = largest(&cosines[begin], std::min(kBlock, cosines.size() - begin));
      best = std::max(best, most);
    }
  // Sums are in float32: each addition is wrong by 2^-24 of a cosine, which is at most 1.
  const double rounding = static_cast<double>(columns.size() + 8) * 0x1p-22;
  const auto least = static_cast<float>(std::max(floor, only_best ? best : 0.0) - 2 * rounding);
  const auto look_at = [&](uint32_t row) {
    if (cosines[row] >= least && cosines[row] > 0) met(row, length);  // the first is nearly always false
  };
  if (few) {
    for_each_column([&](uint64_t begin, uint64_t end, float) {
      for (uint64_t at = begin; at < end; ++at) {
        look_at(rows[at]);
        cosines[rows[at]] = 0;  // each row once
      }
    });
  } else {
    for (size_t begin = 0; begin < cosines.size(); begin += kBlock)
      if (const float most = scratch.most[begin / kBlock]; most >= least && most > 0)
        for (size_t row = begin; row < std::min(begin + kBlock, cosines.size()); ++row)
          look_at(static_cast<uint32_t>(row));
    std::ranges::fill(cosines, 0.0F);
  }
}

NearRow RowIndex::nearest(const CsrMatrix& queries, size_t query, Scratch& scratch) const {
  NearRow best;
  gather(0, true, queries, query, scratch, [&](uint32_t row, double length) {
    const double cosine = cosine_of(queries, query, length, row);
    if (cosine > best.cosine || (cosine == best.cosine && cosine > 0 && row < best.row)) best = {row, cosine};
  });
  return best;
}

std::vector<NearRow> RowIndex::at_least(double cosine, const CsrMatrix& queries, size_t query,
                                        Scratch& scratch) const {
  std::vector<NearRow> found;
  gather(cosine, false, queries, query, scratch, [&](uint32_t row, double length) {
    const double own = cosine_of(queries, query, length, row);
    if (own >= cosine) found.push_back({row, own});
  });
  std::ranges::sort(found, {}, &NearRow::row);
  return found;
}

std::vector<NearRow> nearest_rows(const CsrMatrix& queries, const CsrMatrix& points, int threads) {
  const RowIndex index(points);
  std::vector<NearRow> found(queries.rows());
  std::vector<RowIndex::Scratch> scratch(static_cast<size_t>(std::max(1, threads)));
  parallel_ranges(queries.rows(), threads, 64, [&](size_t begin, size_t end, int worker) {
    for (size_t query = begin; query < end; ++query)
      found[query] = index.nearest(queries, query, scratch[static_cast<size_t>(worker)]);
  });
  return found;
}

}  // namespace standfast
