#include "standfast/split/latent/split_clusters.h"

#include <algorithm>

namespace standfast {

SplitClusters split_clusters(const LatentDocuments& documents, const std::vector<uint32_t>& cluster_of,
                             size_t clusters, const RowSet& test) {
  SplitClusters found{documents.classes, count_classes(documents, cluster_of, clusters), {}, {}};
  found.tested.assign(clusters, std::vector<uint32_t>(documents.classes.size(), 0));
  std::vector<std::vector<uint32_t>> rows(clusters);
  const std::vector<uint32_t> tested = test.list();
  for (size_t place = 0; place < documents.rows.size(); ++place) {
    rows[cluster_of[place]].push_back(documents.rows[place]);
    if (std::ranges::binary_search(tested, documents.rows[place]))
      ++found.tested[cluster_of[place]][documents.class_of[place]];
  }
  for (auto& of_cluster : rows) {
    std::ranges::sort(of_cluster);
    found.rows.emplace_back(of_cluster);
  }
  return found;
}

}  // namespace standfast
