// Points prepared for screening by float32 products. The closeness of a point j to a query i, product(i, j) -
// bias(j), ranks points as their distance does:
// - cosine: rows of length 1, bias 0;
// - Euclidean: the mean of the points is subtracted, bias half the squared length. Then a squared distance is
//   the squared length of the query minus two closenesses.
// The true closeness is within doubt(i) + doubt(j) of the closeness of rounded numbers. So the latter tells
// which points cannot be among the nearest.
#pragma once

#include <vector>

#include "standfast/cluster/exact_distance.h"
#include "standfast/num/kernel/panels.h"

namespace standfast {

// Screened points; arrays are padded to a whole panel.
struct ScreenedPoints {
  Panels panels;             // missing rows are zero
  std::vector<float> low;    // bias - doubt; missing rows: infinite
  std::vector<float> doubt;  // missing rows: 0
};

// Prepares rows for cosine distance. squares: squared lengths of the rows.
ScreenedPoints screened_by_cosine(const MatrixView<const float>& rows, const std::vector<double>& squares,
                                  int threads);

// Shift and scale of points before they are screened by Euclidean distance, the same for queries and points.
struct EuclideanFrame {
  std::vector<double> mean;  // of the points
  double scale = 1;          // a power of two: the largest number becomes 0.5 to 1
};
EuclideanFrame euclidean_frame(const MatrixView<const float>& queries, const MatrixView<const float>& points);
ScreenedPoints screened_by_euclidean(const MatrixView<const float>& rows, const EuclideanFrame& frame,
                                     int threads);

}  // namespace standfast
