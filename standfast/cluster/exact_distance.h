// Distances of float32 rows, computed in double with one order of sums (num/kernel/dot.h): the same bytes on
// every machine, and symmetric.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "standfast/num/kernel/dense.h"

namespace standfast {

// Distances of neighbour search.
enum class NeighbourMetric : uint8_t {
  cosine,     // 1 - cosine, 0 to 2; a point of zeros has cosine 0 with all
  euclidean,  // not squared
};

// Returns the sum of squares of each row.
std::vector<double> squared_lengths(const MatrixView<const float>& rows, int threads);

// Distances of queries to points. Keeps both as views, with their squared lengths.
class ExactDistances {
 public:
  ExactDistances(const MatrixView<const float>& queries, const MatrixView<const float>& points,
                 NeighbourMetric metric, int threads);

  // Returns the distance. Cosine: 1 - cosine, never below 0; a distance below the rounding error of the sums
  // is 0.
  double operator()(size_t query, size_t point) const;

  bool by_cosine() const { return metric_ == NeighbourMetric::cosine; }
  const std::vector<double>& query_squares() const { return query_squares_; }
  const std::vector<double>& point_squares() const { return same_ ? query_squares_ : point_squares_; }

 private:
  MatrixView<const float> queries_, points_;
  NeighbourMetric metric_;
  bool same_;
  std::vector<double> query_squares_, point_squares_;
  double least_;  // smaller distances count as 0
};

}  // namespace standfast
