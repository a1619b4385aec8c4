// Pair features of many pairs, computed in parts that are kept on the way.
#pragma once

#include <span>

#include "standfast/base/sink.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/study/record/scratch.h"

namespace standfast {

// Some minutes of PPM on a laptop. A document whose pairs are in several parts is modelled in each of them,
// so parts must not be small.
inline constexpr size_t kPairsOfAPart = size_t{1} << 20;

// pairs: ascending by (a, b), distinct. Returns pairs x width, the same however the pairs are cut and
// whatever the scratch holds already.
Result<DenseMatrix> features_in_parts(const PairFeatures& features, const PairView& pairs,
                                      const Scratch& scratch, int threads, Sink& sink,
                                      size_t pairs_of_a_part = kPairsOfAPart);

}  // namespace standfast
