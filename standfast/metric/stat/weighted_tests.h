// Comparison of two methods over topics of unequal size. Topics are the units: documents of one topic are not
// independent, so the number of documents says little about the uncertainty of a difference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "standfast/metric/resample/permutation.h"
#include "standfast/metric/stat/t_tests.h"
#include "standfast/metric/stat/weighted_mean.h"

namespace standfast {

// Tests whether the mean difference is 0. This is the default test: both methods are tested on each topic, so
// the difficulty of a topic cancels. differences: moments of a_i - b_i.
TTest paired_weighted_t(const WeightedMoments& differences, StandardError kind = StandardError::effective);

// Tests whether the means are equal, as if each method had its own topics. The variances of the two means are
// added, and so are their degrees of freedom (the sum is 2 n - 2 for StandardError::topics).
TTest unpaired_weighted_t(const WeightedMoments& a, const WeightedMoments& b,
                          StandardError kind = StandardError::effective);

// Divides the difference by the standard error of `a` alone, with the degrees of freedom of the unpaired
// test. This treats the mean of b as known. The claims of the novel-topic paper about its larger set hold
// only in this form; the function exists to check such claims.
TTest one_standard_error_t(const WeightedMoments& a, const WeightedMoments& b,
                           StandardError kind = StandardError::topics);

// Returns the smallest |difference| that these tests call significant.
double least_significant(double standard_error, double df, double alpha = 0.05);

// Tests by sign flips: if both methods are equally good, the difference of a topic is as likely to have the
// opposite sign. A topic is flipped as a whole, with all its documents. p = share of the 2^n choices of signs
// whose weighted mean is at least as far from 0 as the observed one. Exact up to 32 topics, by sorting the
// sums of each half of the topics (Horowitz, Sahni 1974, Journal of the ACM 21); with more topics, p is
// estimated from options.permutations random choices. Topics whose difference is 0 do not count towards n.
PermutationTest sign_flip_test(std::span<const double> differences, std::span<const double> weights,
                               const PermutationOptions& options);
inline constexpr size_t kExactSignFlips = 32;

inline constexpr size_t kFlipsAtOnce = 64;

// Computes sums[f] = sum of +-terms[i], added in the order of i. Bit i % 64 of keeps[i / 64 * kFlipsAtOnce +
// f] is 1 where choice f keeps the sign of term i, and 0 where it changes the sign. keeps has
// kFlipsAtOnce words for each block of 64 terms; the last block may be incomplete.
void flipped_sums(std::span<const double> terms, std::span<const uint64_t> keeps,
                  std::array<double, kFlipsAtOnce>& sums);

}  // namespace standfast
