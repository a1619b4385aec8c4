// k-fold over clusters of documents in a space of vectors: what a fold tests on lies in regions of the space
// that training has not seen. After the latent-feature splits of Züfle, Dankers and Titov 2023 (GenBench),
// where the space is a fitted model's own; here by average linkage (cluster/linkage.h) over cosine distances,
// cut to a number of clusters. A cluster stays whole; folds are balanced in integers.
//
// Documents are clustered in the order of their ids, so another order of the corpus gives the same clusters.
// A vector of zeros has distance 1 from every other, and 0 from another of zeros.
#pragma once

#include <cstdint>

#include "standfast/split/splitter.h"

namespace standfast {

// Linkage compares every document with every other; this many take 800 MB.
inline constexpr uint32_t kMostClustered = 10'000;

}  // namespace standfast
