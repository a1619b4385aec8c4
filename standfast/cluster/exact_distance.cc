#include "standfast/cluster/exact_distance.h"

#include <cmath>

#include "standfast/base/parallel.h"
#include "standfast/num/kernel/dot.h"

namespace standfast {

std::vector<double> squared_lengths(const MatrixView<const float>& rows, int threads) {
  std::vector<double> squares(rows.rows);
  parallel_for(
      rows.rows, threads,
      [&](size_t i) {
        const float* x = rows.row(i).data();
        squares[i] = dot(x, x, rows.columns);
      },
      256);
  return squares;
}

ExactDistances::ExactDistances(const MatrixView<const float>& queries, const MatrixView<const float>& points,
                               NeighbourMetric metric, int threads)
    : queries_(queries),
      points_(points),
      metric_(metric),
      same_(queries.data == points.data && queries.rows == points.rows),
      least_(static_cast<double>(points.columns + 8) * 0x1p-53) {
  if (!by_cosine()) return;
  query_squares_ = squared_lengths(queries, threads);
  if (!same_) point_squares_ = squared_lengths(points, threads);
}

double ExactDistances::operator()(size_t query, size_t point) const {
  const float* x = queries_.row(query).data();
  const float* y = points_.row(point).data();
  if (!by_cosine()) return std::sqrt(squared_difference(x, y, points_.columns));
  const double squares = query_squares_[query] * point_squares()[point];
  if (!(squares > 0)) return 1;
  // If rows are equal, product and squares are one number, and the root of its square is exact.
  const double distance = 1 - dot(x, y, points_.columns) / std::sqrt(squares);
  return distance < least_ ? 0 : distance;
}

}  // namespace standfast
