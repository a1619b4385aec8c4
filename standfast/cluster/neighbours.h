// The k nearest neighbours of points, exactly. All products are made block by block in float32; they only say which
// points may be among the nearest, with a bound on their rounding (num/kernel/panels.h). What may be is computed
// again in double in one order of sums, and that decides. So the answer depends neither on the vector instructions
// of the machine nor on threads.
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
  uint32_t k = 0;  // of each row: as many as were asked for, or all other points if there are fewer
  std::vector<uint32_t> ids;     // rows x k: places among the points
  std::vector<float> distances;  // rows x k; computed in double, then rounded

  size_t rows() const { return k == 0 ? 0 : ids.size() / k; }
  std::span<const uint32_t> ids_of(size_t row) const { return {ids.data() + row * k, k}; }
  std::span<const float> distances_of(size_t row) const { return {distances.data() + row * k, k}; }
};

// Of each point among all others, the nearest first; at equal distance in double the lower place first. Equal points
// are at distance 0, and so are points whose distance is too small to tell from the rounding of the sums. k = 0
// is a usage error. Numbers must be finite; a data error names row and column. 4 (k + 32) numbers of memory for
// each point, besides a copy of the points. sink: may be nullptr.
Result<Neighbours> nearest_neighbours(const MatrixView<const float>& points, uint32_t k,
                                      NeighbourMetric metric, int threads = 1, Sink* sink = nullptr);

// Of each query among all points, which are other rows: an equal point counts. There must be as many columns.
Result<Neighbours> nearest_neighbours(const MatrixView<const float>& queries,
                                      const MatrixView<const float>& points, uint32_t k,
                                      NeighbourMetric metric, int threads = 1, Sink* sink = nullptr);

}  // namespace standfast
