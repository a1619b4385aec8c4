// Which clusters Closest-Split tests: it starts with the cluster that is least like all of them, and grows by the
// cluster that is nearest to one it has, as long as no class gets more than its quota (Züfle, Dankers, Titov 2023).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/kernel/dense.h"
#include "standfast/split/latent/latent_documents.h"

namespace standfast {

enum class StartFrom : uint8_t {
  mean_of_centres,  // least cosine with the plain mean of all centres
  weighted_mean,    // ... with the mean of all documents
  other_centres,    // least mean cosine with the other centres
};
enum class Growth : uint8_t {
  stop,          // at the first cluster that does not fit
  skip_misfits,  // try the next nearest
};

// counts: by cluster, its documents of each class; quotas: by class. The clusters in the order in which they were
// added; none where not one fits. Of equal cosines the lower number comes first.
std::vector<uint32_t> closest_clusters(const MatrixView<const float>& centres,
                                       std::span<const std::vector<uint32_t>> counts,
                                       std::span<const uint32_t> quotas, StartFrom start, Growth growth);

// How Closest-Split fills its test side: for each class the documents that are nearest to what is tested already.
// In practice most of a test side comes from here, not from whole clusters.
enum class Completion : uint8_t {
  test_mean,         // the cosine with the mean of the documents of the test clusters
  nearest_centroid,  // the largest cosine with a centre of a test cluster
  updated_mean,      // one by one over all classes: the mean is taken anew after each document
};

// test: places that are tested already, ascending, at least one; gaps: by class, how many more are wanted (as many
// documents must be left). centres: of the test clusters. The places that are added, none twice; of equal cosines
// the smaller id comes first.
std::vector<uint32_t> nearest_documents(const LatentDocuments& documents, const std::vector<uint32_t>& test,
                                        std::span<const uint32_t> gaps, const FloatMatrix& centres,
                                        Completion completion, int threads);

}  // namespace standfast
