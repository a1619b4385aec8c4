// The description of the clusters that a split was made from.
#pragma once

#include <span>
#include <vector>

#include "standfast/corpus/column.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/latent/latent_documents.h"

namespace standfast {

// Describes clusters of places. cluster_of: by place, below `clusters`. test: rows, in any order.
SplitClusters split_clusters(const LatentDocuments& documents, const std::vector<uint32_t>& cluster_of,
                             size_t clusters, const RowSet& test);

// Describes clusters of rows. classes: null if documents have none; if they have some, documents without a
// class are left out.
SplitClusters describe_clusters(const std::vector<RowSet>& clusters, const Column* classes,
                                const RowSet& test);

}  // namespace standfast
