// UMAP (McInnes, Healy, Melville 2018, "UMAP: Uniform Manifold Approximation and Projection for Dimension
// Reduction", arXiv:1802.03426): a low-dimensional map that keeps near points near. Defaults are the ones of
// umap-learn. Differences: neighbours are exact, and the layout does not depend on threads (layout.h).
//
// Guaranteed: the same points in the same order with the same seed give the same bytes, for any number of
// threads and every level of vector instructions. Not guaranteed: the numbers of another program or of
// another seed.
#pragma once

#include <cstdint>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/cluster/neighbours.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

enum class UmapStart : uint8_t { spectral, random };

struct UmapOptions {
  uint32_t components = 2;   // dimensions of the map: 1 .. points - 1
  uint32_t neighbours = 15;  // of each point, itself included; >= 2. If there are fewer points, all of them
  double min_dist = 0.1;     // points nearer than this on the map count fully as neighbours
  double spread = 1;         // distance over which they count less beyond
  NeighbourMetric metric = NeighbourMetric::euclidean;
  UmapStart start = UmapStart::spectral;
  uint32_t epochs = 0;  // 0: 500 for at most 10,000 points, else 200
  uint32_t negatives = 5;
  double learning_rate = 1;
  double repulsion = 1;
  uint64_t seed = 0;
  int threads = 1;  // changes no number
  Sink* sink = &null_sink();
};

// Computes the map: a row for each point. At least 3 points, else a data error.
Result<FloatMatrix> umap(const MatrixView<const float>& points, const UmapOptions& options);

}  // namespace standfast
