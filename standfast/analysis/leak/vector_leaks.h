// Test documents whose vectors are close to the vector of a training document, by fold. The search is exact,
// without sampling or approximation: a fold without findings has none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/analysis/leak/near_leaks.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/fold.h"
#include "standfast/feature/encoder/encoder.h"

namespace standfast {

struct VectorLeakOptions {
  double least = 0.9;  // least cosine of the two vectors; above 0
  int threads = 1;     // changes no result
  Sink* sink = &null_sink();
};

struct FoldVectorLeaks {
  FoldLeaks close;
  uint64_t train = 0;    // training documents, including validation
  uint64_t without = 0;  // test documents whose vector is zero: their cosine with every document is 0
  // By test document, in the order of the fold: the training document with the highest cosine (the lowest row
  // in a tie). train == kNoTraining: none has a cosine above 0 (sparse vectors), or there is none.
  std::vector<NearLeak> nearest;
};
inline constexpr uint32_t kNoTraining = 0xffffffffU;

// Finds close vectors. vectors: row i is the vector of document rows[i]; all documents of the folds have one.
// Dense vectors in float64 are rounded to float32 first. Cosines are computed in double. A data error if
// sparse vectors have negative numbers; a usage error if there are more than five million pairs, or if
// options.least is not above 0 and at most 1.
Result<std::vector<FoldVectorLeaks>> vector_leaks(const Encoded& vectors, std::span<const uint32_t> rows,
                                                  const std::vector<Fold>& folds,
                                                  const VectorLeakOptions& options);

}  // namespace standfast
