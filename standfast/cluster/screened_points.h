// Points as float32 products screen them. How near a point j is to a query i is said by a closeness,
// product(i, j) - bias(j), that ranks points as their distance does:
// - cosine: rows of length 1, bias 0;
// - Euclidean: the mean of the points is taken away, bias half the squared length. Then squared distances are the
//   squared length of the query less two closenesses.
// The true closeness is within doubt(i) + doubt(j) of that of rounded numbers. So from those it is known which points
// cannot be among the nearest.
#pragma once

#include <vector>

#include "standfast/cluster/exact_distance.h"
#include "standfast/num/kernel/panels.h"

namespace standfast {

// Also the rows up to a whole panel have numbers here.
struct ScreenedPoints {
  Panels panels;             // missing rows are zero
  std::vector<float> low;    // bias - doubt; missing rows: infinite
  std::vector<float> doubt;  // missing rows: 0
};

// squares: of the rows.
ScreenedPoints screened_by_cosine(const MatrixView<const float>& rows, const std::vector<double>& squares,
                                  int threads);

// What moves and scales points before they are screened by Euclidean distance, the same for queries and points.
struct EuclideanFrame {
  std::vector<double> mean;  // of the points
  double scale = 1;          // a power of two: the largest number becomes 0.5 to 1
};
EuclideanFrame euclidean_frame(const MatrixView<const float>& queries, const MatrixView<const float>& points);
ScreenedPoints screened_by_euclidean(const MatrixView<const float>& rows, const EuclideanFrame& frame,
                                     int threads);

}  // namespace standfast
