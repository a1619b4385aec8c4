// Centred points for k-means: the mean of each column is subtracted, and all numbers are scaled by one power
// of two, so that the largest is between 0.5 and 1. Neither changes which centre is nearest, and squares
// cannot overflow. Sums of such points are exact.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// The column means to subtract, and the scale.
struct PointFrame {
  std::vector<double> mean;  // by column, of the points as they were given
  double scale = 1;          // factor from original to centred numbers
};

// Computes the frame of points that are passed at once or block by block.
class FrameSums {
 public:
  explicit FrameSums(size_t columns);
  // Adds points; their numbers must be finite.
  void add(const MatrixView<const float>& points);
  // Appends the points that another object has seen. The mean is computed from sums over blocks, added in
  // this order.
  void take(const FrameSums& other);
  PointFrame frame() const;

 private:
  size_t rows_ = 0;
  std::vector<double> sums_;
  std::vector<float> least_, greatest_;
};

struct CentredPoints {
  size_t size = 0, columns = 0;
  size_t stride = 0;         // columns, padded with zeros to whole lanes
  Buffer<float> numbers;     // size x stride
  Buffer<float> squares;     // by point: the sum of the squares of its numbers
  std::vector<double> mean;  // PointFrame
  double scale = 1;          // PointFrame
  double variance = 0;       // mean over columns, of centred numbers; only centred() sets it
  // (x + grid) - grid is x rounded to a grid so fine that any sum of numbers on it is exact in double.
  double grid = 0;

  CentredPoints() = default;
  // Makes points whose rows must be set afterwards.
  CentredPoints(size_t size, const PointFrame& frame);

  const float* row(size_t i) const { return numbers.data() + i * stride; }
  // Sets a row. given: the original numbers.
  void set(size_t i, std::span<const float> given);
};

// Centres points. A data error names the first number that is not finite.
Result<CentredPoints> centred(const MatrixView<const float>& points);

// The check that all numbers of points are finite.

// Checks that all numbers are finite; a data error names the first exception by row and column. who_needs:
// "k-means needs". first_row: the number of the first row, if the rows are a part of a larger matrix.
Status all_finite(const MatrixView<const float>& points, std::string_view who_needs, size_t first_row = 0);

inline constexpr uint32_t kNowhere = 0xffffffffU;

// Sums and sizes of clusters. Points are rounded to a grid on which sums are exact, so points may come and go
// in any order, and from any thread.
struct ClusterTotals {
  std::vector<double> sums;  // k x columns
  std::vector<int64_t> sizes;
  std::vector<uint8_t> changed;  // by cluster: 1 if a point came or went
  size_t moved = 0;

  ClusterTotals(size_t k, size_t columns) : sums(k * columns), sizes(k), changed(k) {}

  // Moves a point. from, to: kNowhere if the point comes from no cluster, or goes to none.
  void move(const CentredPoints& points, size_t i, uint32_t from, uint32_t to) {
    const float* x = points.row(i);
    if (to != kNowhere) add(points, x, to, 1);
    if (from != kNowhere) add(points, x, from, -1);
    ++moved;
  }
  // Adds the changes of another thread and clears them there.
  void take(ClusterTotals& other) {
    for (size_t at = 0; at < sums.size(); ++at) sums[at] += other.sums[at];
    for (size_t c = 0; c < sizes.size(); ++c) sizes[c] += other.sizes[c];
    for (size_t c = 0; c < changed.size(); ++c) changed[c] |= other.changed[c];
    moved += other.moved;
    other.clear();
  }
  void clear() {
    std::ranges::fill(sums, 0.0);
    std::ranges::fill(sizes, 0);
    std::ranges::fill(changed, uint8_t{0});
    moved = 0;
  }

 private:
  void add(const CentredPoints& points, const float* x, uint32_t cluster, int sign) {
    double* sum = sums.data() + cluster * points.columns;
    const double grid = points.grid, times = sign;
    for (size_t j = 0; j < points.columns; ++j) sum[j] += times * ((static_cast<double>(x[j]) + grid) - grid);
    sizes[cluster] += sign;
    changed[cluster] = 1;
  }
};

}  // namespace standfast
