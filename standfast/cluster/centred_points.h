// Points as k-means works on them: the mean of each column is taken away, and all numbers are scaled by one power of
// two, so that the largest is between 0.5 and 1. Neither changes which centre is nearest, and squares cannot
// overflow.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// What is taken away, and the scale.
struct PointFrame {
  std::vector<double> mean;  // by column, of the points as they were given
  double scale = 1;          // of centred numbers to those given
};

// Sees points, all at once or block by block, and says their frame.
class FrameSums {
 public:
  explicit FrameSums(size_t columns);
  // Finite numbers.
  void add(const MatrixView<const float>& points);
  // What another one has seen, after what this one has. The mean is that of sums over blocks, added in this order.
  void take(const FrameSums& other);
  PointFrame frame() const;

 private:
  size_t rows_ = 0;
  std::vector<double> sums_;
  std::vector<float> least_, greatest_;
};

struct CentredPoints {
  size_t size = 0, columns = 0;
  size_t stride = 0;         // columns, and zeros up to whole lanes
  Buffer<float> numbers;     // size x stride
  Buffer<float> squares;     // by point: the sum of the squares of its numbers
  std::vector<double> mean;  // PointFrame
  double scale = 1;          // PointFrame
  double variance = 0;       // mean over columns, of the numbers here; only centred() fills it
  // (x + grid) - grid is x rounded to a grid so fine that any sum of numbers on it is exact in double.
  double grid = 0;

  CentredPoints() = default;
  // Rows are unset until they are set.
  CentredPoints(size_t size, const PointFrame& frame);

  const float* row(size_t i) const { return numbers.data() + i * stride; }
  // given: as the points are given.
  void set(size_t i, std::span<const float> given);
};

// A data error names the first number that is not finite.
Result<CentredPoints> centred(const MatrixView<const float>& points);

}  // namespace standfast
