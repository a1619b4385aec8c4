// The choice of test clusters in Closest-Split: it starts with the cluster that is least similar to all
// clusters together, and repeatedly adds the cluster nearest to a chosen one, as long as no class exceeds its
// quota (Züfle, Dankers, Titov 2023).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/dense.h"
#include "standfast/split/latent/latent_documents.h"

namespace standfast {

enum class StartFrom : uint8_t {
  mean_of_centres,  // least cosine with the unweighted mean of all centres
  weighted_mean,    // least cosine with the mean of all documents
  other_centres,    // least mean cosine with the other centres
};
enum class Growth : uint8_t {
  stop,          // stop at the first cluster that does not fit
  skip_misfits,  // try the next nearest
};

// Chooses the test clusters. counts: by cluster, its documents of each class; quotas: by class. Returns
// clusters in the order in which they were added; none if no cluster fits. In a tie of cosines the lower
// number comes first.
std::vector<uint32_t> closest_clusters(const MatrixView<const float>& centres,
                                       std::span<const std::vector<uint32_t>> counts,
                                       std::span<const uint32_t> quotas, StartFrom start, Growth growth);

// Completion of the test side in Closest-Split: for each class the documents that are nearest to the test
// clusters. In practice most of a test side comes from this step, not from whole clusters.
enum class Completion : uint8_t {
  test_mean,         // by the cosine with the mean of the documents of the test clusters
  nearest_centroid,  // by the largest cosine with a centre of a test cluster
  updated_mean,      // one by one over all classes; the mean is updated after each document
};

// Selects the documents to add. test: places of the test documents so far, ascending, at least one; gaps: by
// class, the number of documents still wanted (as many must be left). centres: centres of the test clusters.
// Returns the places to add, each once; in a tie of cosines the smaller id comes first.
std::vector<uint32_t> nearest_documents(const LatentDocuments& documents, const std::vector<uint32_t>& test,
                                        std::span<const uint32_t> gaps, const FloatMatrix& centres,
                                        Completion completion, int threads);

}  // namespace standfast
