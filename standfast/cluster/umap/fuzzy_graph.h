// The fuzzy neighbour graph of UMAP (McInnes, Healy, Melville 2018, section 3.1): the degree to which points
// are neighbours.
#pragma once

#include <limits>

#include "standfast/cluster/umap/smooth_distances.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

// Computes the directed memberships. Row i has the membership of each neighbour of point i, exp(-max(0,
// distance - nearest) / scale), in (0, 1]. Neighbours at `cut` or farther have none. ids, distances: by
// point, of its nearest others, ascending.
CsrMatrix memberships(const MatrixView<const uint32_t>& ids, const MatrixView<const float>& distances,
                      const SmoothDistances& smooth, int threads,
                      double cut = std::numeric_limits<double>::infinity());

// Returns the fuzzy union 1 - (1 - v_ij)(1 - v_ji): symmetric to the last bit, in (0, 1].
CsrMatrix fuzzy_union(const CsrMatrix& memberships);

}  // namespace standfast
