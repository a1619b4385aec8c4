// The quality of a map, as preservation of neighbourhoods: two shares, each over k nearest neighbours.
#pragma once

#include <cstddef>
#include <cstdint>

#include "standfast/base/result.h"
#include "standfast/cluster/neighbours.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct MapQuality {
  // Trustworthiness: 1 - 2 / (n k (2 n - 3 k - 1)) times the sum of (rank before - k), over all points and
  // their neighbours that are among the k nearest on the map but not before. 1: no false neighbours. About
  // 0.5: a random map. Venna, Kaski 2001, "Neighborhood preservation in nonlinear projection methods"; as in
  // scikit-learn.
  double trustworthiness = 0;
  // The share of the k nearest neighbours before that are among the k nearest on the map. By chance: k / (n -
  // 1).
  double kept = 0;
};

// Measures the quality of a map. before: the points, compared by `metric`; map: a row for each, compared by
// Euclidean distance. 1 <= k < n / 2, else a data error. Ranks are exact; at equal distance the lower row
// comes first. Time: n^2 times the columns.
Result<MapQuality> map_quality(const MatrixView<const float>& before, const MatrixView<const float>& map,
                               uint32_t k, NeighbourMetric metric, int threads);

}  // namespace standfast
