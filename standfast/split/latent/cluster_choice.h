// The choice of a clustering: k-means runs for each number of clusters, a method picks test clusters in each
// result, and the clustering that leaves the fewest documents to be added one by one is chosen.
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
  least_gap,     // fewest documents missing; in a tie the smallest k
  least_similar  // among those with fewest missing: the parts with the least similarity
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

// A method's choice of test clusters, within the quotas; empty if no cluster fits.
using PickClusters = std::function<Result<std::vector<uint32_t>>(const Clustering&)>;

struct ClusterChoice {
  Clustering clustering;
  std::vector<uint32_t> chosen;            // clusters
  std::vector<uint32_t> gaps;              // by class: documents missing from the quota
  std::vector<SplitCandidate> candidates;  // one for each k and seed
  uint32_t k_max = 0;                      // the largest k tried
};

// Chooses a clustering. A data error if there are too few distinct vectors for k_min, or if no cluster fits
// for any k; it then names the clusters of the last k that are too large, and the class of which they have
// too many documents. method: for messages.
Result<ClusterChoice> choose_clusters(const LatentDocuments& documents, std::span<const uint32_t> quotas,
                                      const ClusterSweep& sweep, const SplitContext& context,
                                      const std::string& method, const PickClusters& pick);

// A single k-means clustering of documents, for splitters that do not choose among several.
struct OneClustering {
  uint32_t clusters = 50, restarts = 10;
};
// Returns the options of a single clustering. clusters: the default; least, most: its range.
OptionTable<OneClustering> one_clustering_table(uint32_t clusters, uint32_t least = 1,
                                                uint32_t most = 100'000);

// Clusters the documents. If there are fewer distinct vectors than requested clusters, each vector gets a
// cluster. The seed is the seed of the split.
Result<KMeans> clustered(const Corpus& corpus, const LatentDocuments& documents, const OneClustering& options,
                         const SplitContext& context);

}  // namespace standfast
