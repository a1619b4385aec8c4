// Clusters of documents with what least-similar-split looks at: how alike they are, and how much they hold.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/dense.h"
#include "standfast/split/folds.h"
#include "standfast/split/latent/latent_documents.h"
#include "standfast/split/latent/one_clustering.h"

namespace standfast {

struct SimilarClusters {
  LatentDocuments documents;         // vectors of length 1
  std::vector<uint32_t> cluster_of;  // by place
  uint32_t k = 0;
  // The sum of cosines over pairs of a document of one cluster and one of another; a sum below 0 counts as 0. The
  // diagonal holds pairs within a cluster, each twice, and each document with itself.
  DenseMatrix weight;
  double all = 0;  // the sum of weight: of all similarity
  std::vector<std::vector<uint64_t>>
      counts;                      // by cluster, then class; documents, or bytes of text (1 or more each)
  std::vector<uint64_t> of_class;  // their sums
  uint64_t total = 0;              // and of these
};

// k-means on vectors of length 1. unit: documents or bytes. A data error where there are fewer than two documents or
// different vectors.
Result<SimilarClusters> similar_clusters(const Corpus& corpus, const Sample& sample,
                                         const OneClustering& options, SizeUnit unit,
                                         const SplitContext& context);

// The sum of cosines over pairs of a document of one list and one of the other; places. Below 0 counts as 0.
double cosines_between(const LatentDocuments& documents, const std::vector<uint32_t>& a,
                       const std::vector<uint32_t>& b);

}  // namespace standfast
