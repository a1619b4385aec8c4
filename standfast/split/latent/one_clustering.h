// One clustering of documents by k-means, for splitters that do not choose among several.
#pragma once

#include <cstdint>

#include "standfast/base/option_table.h"
#include "standfast/cluster/k_means.h"
#include "standfast/split/latent/latent_documents.h"

namespace standfast {

struct OneClustering {
  uint32_t clusters = 50, restarts = 10;
};
// clusters: the default; least, most: the range of it.
OptionTable<OneClustering> one_clustering_table(uint32_t clusters, uint32_t least = 1,
                                                uint32_t most = 100'000);

// As many clusters as there are different vectors, if these are fewer. The seed is that of the split.
Result<KMeans> clustered(const Corpus& corpus, const LatentDocuments& documents, const OneClustering& options,
                         const SplitContext& context);

}  // namespace standfast
