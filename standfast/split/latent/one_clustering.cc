#include "standfast/split/latent/one_clustering.h"

#include <algorithm>

namespace standfast {

OptionTable<OneClustering> one_clustering_table(uint32_t clusters, uint32_t least, uint32_t most) {
  using O = OneClustering;
  OptionTable<O> table({.clusters = clusters});
  table.add("clusters", &O::clusters, "how many clusters; fewer where there are fewer different vectors")
      .between(least, most);
  table.add("restarts", &O::restarts, "starts of k-means; more find tighter clusters and take longer")
      .between(1, 10'000);
  return table;
}

Result<KMeans> clustered(const Corpus& corpus, const LatentDocuments& documents, const OneClustering& options,
                         const SplitContext& context) {
  auto means = k_means(
      documents.vectors, static_cast<uint32_t>(std::min<size_t>(options.clusters, documents.distinct)),
      {.restarts = options.restarts, .seed = context.seed, .threads = context.threads, .sink = context.sink});
  if (!means) return with_context(corpus.name(), means.error());
  return means;
}

}  // namespace standfast
