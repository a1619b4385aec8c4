// One clustering of many: k-means for each number of clusters, in each the clusters that a method would test, and
// the clustering that leaves the fewest documents to be added one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/cluster/k_means.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/latent/latent_documents.h"

namespace standfast {

enum class Choice : uint8_t {
  least_gap,     // fewest documents missing; of equal ones the smallest k
  least_similar  // of those with fewest missing: the parts that are least alike
};

struct ClusterSweep {
  uint32_t k_min = 2, k_max = 50, k_step = 1;
  uint32_t restarts = 10;
  std::vector<uint64_t> cluster_seeds = {};  // empty: the seed of the draw
  Choice choice = Choice::least_gap;
};
OptionTable<ClusterSweep> cluster_sweep_table();

struct Clustering {
  uint32_t k = 0;
  uint64_t seed = 0;
  KMeans means;                               // points are places of LatentDocuments
  std::vector<std::vector<uint32_t>> counts;  // by cluster, its documents of each class
};

// The clusters that a method tests, within the quotas; none where not one fits.
using PickClusters = std::function<Result<std::vector<uint32_t>>(const Clustering&)>;

struct ClusterChoice {
  Clustering clustering;
  std::vector<uint32_t> chosen;            // clusters
  std::vector<uint32_t> gaps;              // by class: what they lack of the quotas
  std::vector<SplitCandidate> candidates;  // one for each k and seed
  uint32_t k_max = 0;                      // the largest k that was tried
};

// A data error if there are too few distinct vectors for k_min, or if no cluster fits for any k: then it says which
// clusters of the last k are too large, and of which class they have too many. method: for messages.
Result<ClusterChoice> choose_clusters(const LatentDocuments& documents, std::span<const uint32_t> quotas,
                                      const ClusterSweep& sweep, const SplitContext& context,
                                      const std::string& method, const PickClusters& pick);

// One clustering of documents by k-means, for splitters that do not choose among several.
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
