// The graph that UMAP draws (McInnes, Healy, Melville 2018, section 3.1): how much each point is a neighbour of each.
#pragma once

#include <limits>

#include "standfast/cluster/umap/smooth_distances.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

// Row i: what point i gives to each of its neighbours, exp(-max(0, distance - nearest) / scale), in (0, 1]. Neighbours
// at `cut` or farther get nothing. ids, distances: by point, of its nearest others, ascending.
CsrMatrix memberships(const MatrixView<const uint32_t>& ids, const MatrixView<const float>& distances,
                      const SmoothDistances& smooth, int threads,
                      double cut = std::numeric_limits<double>::infinity());

// 1 - (1 - v_ij)(1 - v_ji): symmetric to the last bit, in (0, 1].
CsrMatrix fuzzy_union(const CsrMatrix& memberships);

}  // namespace standfast
