// Points as k-means works on them: the mean of each column is taken away, and all numbers are scaled by one power of
// two, so that the largest is between 0.5 and 1. Neither changes which centre is nearest, and squares cannot
// overflow.
#pragma once

#include <cstddef>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct CentredPoints {
  size_t size = 0, columns = 0;
  size_t stride = 0;         // columns, and zeros up to whole lanes
  Buffer<float> numbers;     // size x stride
  std::vector<double> mean;  // by column, of the points as they were given
  double scale = 1;          // of the numbers here to those given
  double variance = 0;       // mean over columns, of the numbers here
  // (x + grid) - grid is x rounded to a grid so fine that any sum of numbers on it is exact in double.
  double grid = 0;

  const float* row(size_t i) const { return numbers.data() + i * stride; }
};

// A data error names the first number that is not finite.
Result<CentredPoints> centred(const MatrixView<const float>& points);

}  // namespace standfast
