// Two methods compared over topics of unequal size. Topics are the units: documents of one topic are not
// independent, so the number of documents says little about how sure a difference is.
#pragma once

#include <span>

#include "standfast/metric/resample/permutation.h"
#include "standfast/metric/stat/t_tests.h"
#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {

// H0: the mean difference is 0. The default: each topic is tested by both methods, and what makes a topic
// hard cancels. differences: moments of a_i - b_i.
TTest paired_weighted_t(const WeightedMoments& differences, StandardError kind = StandardError::effective);

// H0: equal means, as if each method had met topics of its own: the variances of both means add up, and the
// degrees of freedom do (2 n - 2 for `topics`).
TTest unpaired_weighted_t(const WeightedMoments& a, const WeightedMoments& b,
                          StandardError kind = StandardError::effective);

// The difference divided by the standard error of `a` alone, with the degrees of freedom of the unpaired
// test: the only form under which the claims of the novel-topic paper about its larger set hold. It takes the
// mean of b to be known, and is here to check such claims.
TTest one_standard_error_t(const WeightedMoments& a, const WeightedMoments& b,
                           StandardError kind = StandardError::topics);

// The least |difference| that such a test calls significant.
double least_significant(double standard_error, double df, double alpha = 0.05);

// Sign flips: if both methods are equally good, a topic's difference is as likely the other way round. A
// topic is flipped whole, with all its documents. p = share of the 2^n ways of flipping whose weighted mean
// is at least as far from 0 as the one given. Exact up to 32 topics (sorted sums of both halves of the
// topics: Horowitz, Sahni 1974, Journal of the ACM 21); above, options.permutations random ones. Topics
// without a difference change nothing and are left out of the count.
PermutationTest sign_flip_test(std::span<const double> differences, std::span<const double> weights,
                               const PermutationOptions& options);
inline constexpr size_t kExactSignFlips = 32;

}  // namespace standfast
