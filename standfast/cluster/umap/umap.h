// UMAP (McInnes, Healy, Melville 2018, "UMAP: Uniform Manifold Approximation and Projection for Dimension
// Reduction", arXiv:1802.03426): a low-dimensional map that keeps near points near. Defaults are the ones of
// umap-learn. Differences: neighbours are exact, and the layout does not depend on threads (layout.h).
//
// Guaranteed: the same points in the same order with the same seed give the same bytes, for any number of
// threads and every level of vector instructions. Not guaranteed: the numbers of another program or of
// another seed.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/cluster/neighbours.h"
#include "standfast/num/kernel/csr.h"
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

// The local scale of distances around each point: the first step of UMAP (McInnes, Healy, Melville 2018,
// arXiv:1802.03426, algorithm 3). The distance to the nearest other place becomes 0, and each point has a
// scale at which the memberships of its neighbours sum to log2 k.
struct SmoothDistances {
  std::vector<double> nearest;  // by point: its smallest distance above 0; 0 if it has none
  // By point: s with sum over neighbours of exp(-max(0, distance - nearest) / s) = log2 k. At least 0.001 of
  // the mean distance of the point (of all points, if nearest is 0), so that equal distances do not make it
  // 0.
  std::vector<double> scale;
  size_t floored = 0;  // points whose scale is that minimum; their memberships do not sum to log2 k
};

// Computes the scales. distances: by point, to its k - 1 nearest others, ascending. k counts the point
// itself.
SmoothDistances smooth_distances(const MatrixView<const float>& distances, int threads);

// The fuzzy neighbour graph of UMAP (McInnes, Healy, Melville 2018, section 3.1): the degree to which points
// are neighbours.

// Computes the directed memberships. Row i has the membership of each neighbour of point i, exp(-max(0,
// distance - nearest) / scale), in (0, 1]. Neighbours at `cut` or farther have none. ids, distances: by
// point, of its nearest others, ascending.
CsrMatrix memberships(const MatrixView<const uint32_t>& ids, const MatrixView<const float>& distances,
                      const SmoothDistances& smooth, int threads,
                      double cut = std::numeric_limits<double>::infinity());

// Returns the fuzzy union 1 - (1 - v_ij)(1 - v_ji): symmetric to the last bit, in (0, 1].
CsrMatrix fuzzy_union(const CsrMatrix& memberships);

}  // namespace standfast
