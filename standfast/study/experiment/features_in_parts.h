// Pair features of many pairs, computed in parts that are kept until the unit ends.
#pragma once

#include <span>

#include "standfast/base/sink.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/study/record/scratch.h"

namespace standfast {

// Number of pairs in a part: some minutes of PPM on a laptop. If the pairs of a document are in several
// parts, each part models the document again, so parts must not be small.
inline constexpr size_t kPairsOfAPart = size_t{1} << 20;

// Computes the features of pairs. pairs: ascending by (a, b), distinct. Returns pairs x width. The result
// does not depend on the sizes of the parts or on the parts that the scratch already holds.
Result<DenseMatrix> features_in_parts(const PairFeatures& features, const PairView& pairs,
                                      const Scratch& scratch, int threads, Sink& sink,
                                      size_t pairs_of_a_part = kPairsOfAPart);

}  // namespace standfast
