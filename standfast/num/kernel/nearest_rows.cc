#include "standfast/num/kernel/nearest_rows.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/parallel.h"
#include "standfast/num/kernel/sparse.h"

namespace standfast {

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
  const auto columns = queries.row_columns(query);
  const auto values = queries.row_values(query);
  const double length = row_norm(queries, query);
  if (!(length > 0)) return;
  scratch.cosines.resize(points_.rows());
  scratch.met.clear();
  auto& order = scratch.order;
  order.clear();
  const auto rows_with = [&](uint32_t e) { return begin_[columns[e] + 1] - begin_[columns[e]]; };
  double left = 0;  // sum of squares of the entries that are left
  for (uint32_t e = 0; e < columns.size(); ++e)
    if (columns[e] < points_.columns_count && rows_with(e) > 0 && values[e] != 0) {
      order.push_back(e);
      left += (values[e] / length) * (values[e] / length);
    }
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return rows_with(a) < rows_with(b); });

  // Sums are in float32: each addition is wrong by 2^-24 of a cosine, which is at most 1.
  const double rounding = static_cast<double>(order.size() + 8) * 0x1p-22;
  float best = 0;
  const auto reached = [&] { return only_best ? std::max(floor, static_cast<double>(best)) : floor; };
  const auto most_left = [&] { return std::sqrt(std::max(0.0, left)) + rounding; };  // Cauchy, Schwarz
  const auto add = [&](uint32_t e, auto&& take) {
    const auto mine = static_cast<float>(values[e] / length);
    for (uint64_t at = begin_[columns[e]]; at < begin_[columns[e] + 1]; ++at) {
      const float part = mine * shares_[at];
      if (!(part > 0)) continue;
      float& cosine = scratch.cosines[rows_[at]];
      if (!take(cosine, rows_[at])) continue;
      cosine += part;
      best = std::max(best, cosine);
    }
    left -= (values[e] / length) * (values[e] / length);
  };
  size_t next = 0;
  for (; next < order.size() && most_left() >= reached() - rounding; ++next)
    add(order[next], [&](float cosine, uint32_t row) {
      if (cosine == 0) scratch.met.push_back(row);
      return true;
    });

  // Of the rows met, each further word rules out some. It costs a step for each of its rows; a row that is left costs
  // a comparison in full, which is about a step for each entry of the query.
  auto& rows = scratch.rows;
  rows = scratch.met;
  const auto rule_out = [&] {
    const double more = most_left() + rounding, needed = reached();
    std::erase_if(rows,
                  [&](uint32_t row) { return static_cast<double>(scratch.cosines[row]) + more < needed; });
  };
  rule_out();
  for (; next < order.size() && rows_with(order[next]) < rows.size() * order.size(); ++next) {
    add(order[next], [](float cosine, uint32_t) { return cosine > 0; });
    rule_out();
  }
  for (const uint32_t row : rows) met(row, length);
  for (const uint32_t row : scratch.met) scratch.cosines[row] = 0;
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
