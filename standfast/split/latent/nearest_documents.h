// How Closest-Split fills its test side: for each class the documents that are nearest to what is tested already.
// In practice most of a test side comes from here, not from whole clusters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/split/latent/latent_documents.h"

namespace standfast {

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
