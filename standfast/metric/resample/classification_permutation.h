// The paired permutation test of two classifiers on the same documents. If both are equally good, swapping
// their answers on a whole cluster (for example a topic) gives an equally likely outcome. See permutation.h.
// For accuracy over many topics, sign_flip_test() (weighted_tests.h) is the same test, exact up to 32 topics.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/metric/classes/classification.h"
#include "standfast/metric/resample/permutation.h"

namespace standfast {

// Tests the difference of two classifiers. a, b: answers to the same items (equal truth) with one label set.
// cluster[i]: below `clusters`; items of a cluster are swapped together. All 2^clusters swaps are tried if
// there are at most options.permutations of them; else random swaps.
PermutationTest paired_permutation(const ClassificationMetric& metric, const ClassItems& a,
                                   const ClassItems& b, std::span<const uint32_t> cluster, uint32_t clusters,
                                   const PermutationOptions& options);

}  // namespace standfast
