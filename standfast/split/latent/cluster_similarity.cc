#include "standfast/split/latent/cluster_similarity.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "standfast/num/kernel/dot.h"

namespace standfast {
namespace {

// As the vectors have length 1, products of sums of vectors are sums of cosines.
DenseMatrix sums_of_cosines(const FloatMatrix& units, const std::vector<uint32_t>& cluster_of, uint32_t k) {
  DenseMatrix sums(k, units.columns), cosines(k, k);
  for (size_t i = 0; i < units.rows; ++i)
    for (size_t c = 0; c < units.columns; ++c) sums.row(cluster_of[i])[c] += units.row(i)[c];
  for (uint32_t a = 0; a < k; ++a)
    for (uint32_t b = 0; b < k; ++b)
      cosines.row(a)[b] =
          std::max(0.0, dot(sums.row(std::min(a, b)).data(), sums.row(std::max(a, b)).data(), units.columns));
  return cosines;
}

}  // namespace

Result<SimilarClusters> similar_clusters(const Corpus& corpus, const Sample& sample,
                                         const OneClustering& options, SizeUnit unit,
                                         const SplitContext& context) {
  SimilarClusters found;
  SF_ASSIGN(found.documents, latent_documents(corpus, sample, context, {}, false, true));
  const LatentDocuments& documents = found.documents;
  const size_t n = documents.rows.size();
  if (n < 2 || documents.distinct < 2)
    return data_error(fmt::format("{}: {} documents with {} different vectors are too few for 2 clusters",
                                  corpus.name(), n, documents.distinct));
  SF_ASSIGN(KMeans means, clustered(corpus, documents, options, context));
  found.k = static_cast<uint32_t>(means.sizes.size());
  found.cluster_of = std::move(means.cluster_of);
  found.weight = sums_of_cosines(documents.vectors, found.cluster_of, found.k);
  found.all = std::accumulate(found.weight.data.begin(), found.weight.data.end(), 0.0);
  found.counts.assign(found.k, std::vector<uint64_t>(documents.classes.size(), 0));
  found.of_class.assign(documents.classes.size(), 0);
  for (size_t i = 0; i < n; ++i) {
    const uint64_t size =
        unit == SizeUnit::bytes ? std::max<uint64_t>(1, corpus.text(documents.rows[i]).size()) : 1;
    found.counts[found.cluster_of[i]][documents.class_of[i]] += size;
    found.of_class[documents.class_of[i]] += size;
    found.total += size;
  }
  return found;
}

double cosines_between(const LatentDocuments& documents, const std::vector<uint32_t>& a,
                       const std::vector<uint32_t>& b) {
  const size_t columns = documents.vectors.columns;
  const auto sum_of = [&](const std::vector<uint32_t>& places) {
    std::vector<double> sum(columns, 0);
    for (const uint32_t place : places)
      for (size_t c = 0; c < columns; ++c) sum[c] += documents.vectors.row(place)[c];
    return sum;
  };
  const auto of_a = sum_of(a), of_b = sum_of(b);
  return std::max(0.0, dot(of_a.data(), of_b.data(), columns));
}

}  // namespace standfast
