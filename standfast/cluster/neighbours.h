// Exact search of the k nearest neighbours. All products are computed block by block in float32; with a bound
// on their rounding (num/kernel/panels.h) they only exclude points that cannot be among the nearest. The
// distances of the others are computed again in double in one order of sums, and these decide. So the answer
// depends neither on the vector instructions of the machine nor on threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/cluster/neighbour_metric.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct Neighbours {
  uint32_t k = 0;                // of each row: the requested number, or all other points if there are fewer
  std::vector<uint32_t> ids;     // rows x k: places among the points
  std::vector<float> distances;  // rows x k; computed in double, then rounded

  size_t rows() const { return k == 0 ? 0 : ids.size() / k; }
  std::span<const uint32_t> ids_of(size_t row) const { return {ids.data() + row * k, k}; }
  std::span<const float> distances_of(size_t row) const { return {distances.data() + row * k, k}; }
};

// Finds the nearest neighbours of each point among all others, the nearest first; at equal distance in double
// the lower place comes first. Equal points have distance 0, and so have points whose distance is below the
// rounding error of the sums. k = 0 is a usage error. Numbers must be finite; a data error names row and
// column. Takes memory for 4 (k + 32) numbers a point, besides a copy of the points. sink: may be nullptr.
Result<Neighbours> nearest_neighbours(const MatrixView<const float>& points, uint32_t k,
                                      NeighbourMetric metric, int threads = 1, Sink* sink = nullptr);

// Finds the nearest neighbours of each query among points that are other rows: an equal point counts. Both
// have equally many columns.
Result<Neighbours> nearest_neighbours(const MatrixView<const float>& queries,
                                      const MatrixView<const float>& points, uint32_t k,
                                      NeighbourMetric metric, int threads = 1, Sink* sink = nullptr);

}  // namespace standfast
