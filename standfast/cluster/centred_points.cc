#include "standfast/cluster/centred_points.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "standfast/cluster/distance_lanes.h"

namespace standfast {

Status all_finite(const MatrixView<const float>& points, std::string_view who_needs, size_t first_row) {
  for (size_t i = 0; i < points.rows; ++i) {
    const auto row = points.row(i);
    const auto bad = std::ranges::find_if(row, [](float x) { return !std::isfinite(x); });
    if (bad != row.end())
      return data_error(fmt::format("row {}, column {} (counted from 0) is {}: {} finite numbers",
                                    first_row + i, bad - row.begin(), *bad, who_needs));
  }
  return {};
}

namespace {

// Returns the grid. A sum of n numbers up to 1 needs bits for n before the point; the other bits of 52 are
// for the grid.
double grid_of(size_t n) {
  return std::ldexp(1.5, static_cast<int>(std::bit_width(n)) + 1);
}

}  // namespace

FrameSums::FrameSums(size_t columns)
    : sums_(columns),
      least_(columns, std::numeric_limits<float>::infinity()),
      greatest_(columns, -std::numeric_limits<float>::infinity()) {}

void FrameSums::add(const MatrixView<const float>& points) {
  for (size_t i = 0; i < points.rows; ++i) {
    const auto row = points.row(i);
    for (size_t j = 0; j < sums_.size(); ++j) {
      sums_[j] += static_cast<double>(row[j]);
      least_[j] = std::min(least_[j], row[j]);
      greatest_[j] = std::max(greatest_[j], row[j]);
    }
  }
  rows_ += points.rows;
}

void FrameSums::take(const FrameSums& other) {
  for (size_t j = 0; j < sums_.size(); ++j) {
    sums_[j] += other.sums_[j];
    least_[j] = std::min(least_[j], other.least_[j]);
    greatest_[j] = std::max(greatest_[j], other.greatest_[j]);
  }
  rows_ += other.rows_;
}

PointFrame FrameSums::frame() const {
  PointFrame frame;
  frame.mean = sums_;
  for (double& mean : frame.mean) mean /= static_cast<double>(rows_);
  double largest = 0;
  if (rows_ > 0)
    for (size_t j = 0; j < sums_.size(); ++j)
      largest = std::max({largest, std::abs(static_cast<double>(least_[j]) - frame.mean[j]),
                          std::abs(static_cast<double>(greatest_[j]) - frame.mean[j])});
  int exponent = 0;
  std::frexp(largest, &exponent);
  frame.scale = std::ldexp(1.0, -exponent);
  return frame;
}

CentredPoints::CentredPoints(size_t points, const PointFrame& frame)
    : size(points),
      columns(frame.mean.size()),
      stride(whole_lanes(columns)),
      numbers(size * stride),
      squares(size),
      mean(frame.mean),
      scale(frame.scale),
      grid(grid_of(points)) {}

void CentredPoints::set(size_t i, std::span<const float> given) {
  float* to = numbers.data() + i * stride;
  for (size_t j = 0; j < columns; ++j)
    to[j] = static_cast<float>((static_cast<double>(given[j]) - mean[j]) * scale);
  std::fill(to + columns, to + stride, 0.0F);
  squares[i] = static_cast<float>(squared_length(to, stride));
}

Result<CentredPoints> centred(const MatrixView<const float>& points) {
  SF_TRY(all_finite(points, "k-means needs"));
  FrameSums sums(points.columns);
  sums.add(points);
  CentredPoints out(points.rows, sums.frame());
  std::vector<double> squares(out.columns);
  for (size_t i = 0; i < out.size; ++i) {
    const auto row = points.row(i);
    out.set(i, row);
    for (size_t j = 0; j < out.columns; ++j) {
      const double x = (static_cast<double>(row[j]) - out.mean[j]) * out.scale;
      squares[j] += x * x;
    }
  }
  for (const double square : squares) out.variance += square;
  out.variance /= static_cast<double>(std::max<size_t>(1, out.size * out.columns));
  return out;
}

}  // namespace standfast
