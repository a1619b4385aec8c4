// The local scale of distances around each point: the first step of UMAP (McInnes, Healy, Melville 2018,
// arXiv:1802.03426, algorithm 3). The distance to the nearest other place becomes 0, and each point has a
// scale at which the memberships of its neighbours sum to log2 k.
#pragma once

#include <vector>

#include "standfast/num/kernel/dense.h"

namespace standfast {

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

}  // namespace standfast
