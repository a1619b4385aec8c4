#include "standfast/cluster/centred_points.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "standfast/cluster/distance_lanes.h"
#include "standfast/cluster/finite_points.h"

namespace standfast {
namespace {

std::vector<double> means_of(const MatrixView<const float>& points) {
  std::vector<double> sums(points.columns);
  for (size_t i = 0; i < points.rows; ++i) {
    const auto row = points.row(i);
    for (size_t j = 0; j < sums.size(); ++j) sums[j] += static_cast<double>(row[j]);
  }
  for (double& sum : sums) sum /= static_cast<double>(points.rows);
  return sums;
}

// A sum of n numbers up to 1 on the grid needs bits for n before the point; the others of 52 are for the grid.
double grid_of(size_t n) {
  return std::ldexp(1.5, static_cast<int>(std::bit_width(n)) + 1);
}

}  // namespace

Result<CentredPoints> centred(const MatrixView<const float>& points) {
  SF_TRY(all_finite(points, "k-means needs"));
  CentredPoints out;
  out.size = points.rows;
  out.columns = points.columns;
  out.stride = whole_lanes(points.columns);
  out.mean = means_of(points);
  out.grid = grid_of(points.rows);
  out.numbers.resize(out.size * out.stride);
  double largest = 0;
  for (size_t i = 0; i < out.size; ++i) {
    const auto row = points.row(i);
    for (size_t j = 0; j < out.columns; ++j)
      largest = std::max(largest, std::abs(static_cast<double>(row[j]) - out.mean[j]));
  }
  int exponent = 0;
  std::frexp(largest, &exponent);
  out.scale = std::ldexp(1.0, -exponent);
  std::vector<double> squares(out.columns);
  for (size_t i = 0; i < out.size; ++i) {
    const auto row = points.row(i);
    float* to = out.numbers.data() + i * out.stride;
    for (size_t j = 0; j < out.columns; ++j) {
      const double x = (static_cast<double>(row[j]) - out.mean[j]) * out.scale;
      to[j] = static_cast<float>(x);
      squares[j] += x * x;
    }
    std::fill(to + out.columns, to + out.stride, 0.0F);
  }
  for (const double square : squares) out.variance += square;
  out.variance /= static_cast<double>(std::max<size_t>(1, out.size * out.columns));
  return out;
}

}  // namespace standfast
