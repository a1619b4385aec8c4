// The paired permutation test of two classifiers on the same documents: under "equally good" the answers of a
// whole cluster (a topic, say) are as likely the other way round. See permutation.h. For accuracy over many
// topics sign_flip_test() (weighted_tests.h) is the same test, exact up to 32 topics.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/metric/classes/classification.h"
#include "standfast/metric/resample/permutation.h"

namespace standfast {

// a, b: answers to the same items (equal truth) of one label set. cluster[i] below `clusters`: swapped
// together. All 2^clusters swaps where that is no more than options.permutations, else random ones.
PermutationTest paired_permutation(const ClassificationMetric& metric, const ClassItems& a,
                                   const ClassItems& b, std::span<const uint32_t> cluster, uint32_t clusters,
                                   const PermutationOptions& options);

}  // namespace standfast
