// How well a map keeps neighbourhoods: two shares, each of the k nearest neighbours on the map.
#pragma once

#include <cstddef>
#include <cstdint>

#include "standfast/base/result.h"
#include "standfast/cluster/neighbours.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct MapQuality {
  // 1 - 2 / (n k (2 n - 3 k - 1)) times the sum, over points and those of their k nearest on the map that are not
  // among their k nearest before, of (rank before - k). 1: no stranger came near. About 0.5: a map by chance. Venna,
  // Kaski 2001, "Neighborhood preservation in nonlinear projection methods"; as in scikit-learn.
  double trustworthiness = 0;
  double kept =
      0;  // share of the k nearest before that are among the k nearest on the map. By chance: k / (n - 1)
};

// before: the points, compared by `metric`; map: a row for each, compared by Euclidean distance. 1 <= k < n / 2, else a
// data error. Ranks are exact; at equal distance the lower row comes first. Time: n^2 times the columns.
Result<MapQuality> map_quality(const MatrixView<const float>& before, const MatrixView<const float>& map,
                               uint32_t k, NeighbourMetric metric, int threads);

}  // namespace standfast
