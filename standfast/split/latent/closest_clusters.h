// Which clusters Closest-Split tests: it starts with the cluster that is least like all of them, and grows by the
// cluster that is nearest to one it has, as long as no class gets more than its quota (Züfle, Dankers, Titov 2023).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/dense.h"

namespace standfast {

enum class StartFrom : uint8_t {
  mean_of_centres,  // least cosine with the plain mean of all centres
  weighted_mean,    // ... with the mean of all documents
  other_centres,    // least mean cosine with the other centres
};
enum class Growth : uint8_t {
  stop,          // at the first cluster that does not fit
  skip_misfits,  // try the next nearest
};

// counts: by cluster, its documents of each class; quotas: by class. The clusters in the order in which they were
// added; none where not one fits. Of equal cosines the lower number comes first.
std::vector<uint32_t> closest_clusters(const MatrixView<const float>& centres,
                                       std::span<const std::vector<uint32_t>> counts,
                                       std::span<const uint32_t> quotas, StartFrom start, Growth growth);

}  // namespace standfast
