// Test documents whose vectors are close to that of a training document, fold by fold. Nothing is sampled or
// approximated: a fold of which none is found has none.
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
  double least = 0.9;  // cosine of the two vectors, at least; above 0
  int threads = 1;     // changes no result
  Sink* sink = &null_sink();
};

struct FoldVectorLeaks {
  FoldLeaks close;
  uint64_t train = 0;    // training documents, with those of validation
  uint64_t without = 0;  // test documents whose vector is zero: their cosine with every document is 0
  // By test document, as the fold has them: the training document with the highest cosine (the lowest row of equals).
  // train == kNoTraining: none has a cosine above 0 (sparse vectors), or there is none.
  std::vector<NearLeak> nearest;
};
inline constexpr uint32_t kNoTraining = 0xffffffffU;

// vectors: row i is that of document rows[i]; all documents of the folds have one. Dense vectors in float64 are
// rounded to float32 first. Cosines are computed in double. A data error if sparse vectors have negative numbers;
// a usage error if there are more than five million pairs, or if options.least is not above 0 and at most 1.
Result<std::vector<FoldVectorLeaks>> vector_leaks(const Encoded& vectors, std::span<const uint32_t> rows,
                                                  const std::vector<Fold>& folds,
                                                  const VectorLeakOptions& options);

}  // namespace standfast
