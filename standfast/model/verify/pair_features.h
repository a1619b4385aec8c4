// Pair features of models for which (a, b) and (b, a) have the same row.
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

// Computes features. out: view.pairs.size() x features.width(). Rows come from the context's table if it has
// the pair, in either order; the others are computed.
Status symmetric_pair_features(const PairFeatures& features, const PairView& view,
                               const ModelContext& context, DenseMatrix& out);

}  // namespace standfast
