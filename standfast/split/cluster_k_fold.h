// k-fold cross-validation over clusters of documents in a vector space. The test side of a fold lies in
// regions of the space that training has not seen. The method follows the latent-feature splits of Züfle,
// Dankers and Titov 2023 (GenBench), where the space belongs to a fitted model; here clusters come from
// average linkage (cluster/linkage.h) over cosine distances, cut to a given number of clusters. A cluster
// stays whole, and folds are balanced in integers.
//
// Documents are clustered in the order of their ids, so the order of the corpus does not change the clusters.
// A zero vector has distance 0 from another zero vector and distance 1 from every other vector.
#pragma once

#include <cstdint>

#include "standfast/split/splitter.h"

namespace standfast {

// The largest number of documents to cluster. Linkage compares all pairs; this many documents take 800 MB.
inline constexpr uint32_t kMostClustered = 10'000;

}  // namespace standfast
