// Quantiles and percentile intervals.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace standfast {

// Returns the q-quantile (0 <= q <= 1) by linear interpolation between order statistics: Hyndman and Fan
// 1996, type 7, the default of numpy and R. sorted: ascending, not empty.
double quantile(std::span<const double> sorted, double q);

// The fewest independent units (folds, topics, draws) with which resampling gives an interval and a p. With
// five units even the exact test over all sign flips cannot go below 2 / 2^5 = .06.
inline constexpr uint32_t kFewestUnits = 6;

struct Interval {
  double low = 0, high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// Returns the percentile interval (Efron, Tibshirani 1993, chapter 13): the (1 - confidence) / 2 quantile of
// the replicates and its mirror. NaN marks a replicate in which the quantity is undefined; these replicates
// are left out. There is no interval if more than a tenth are undefined, or if fewer than two remain.
std::optional<Interval> percentile_interval(std::span<const double> replicates, double confidence);

// Returns the two-sided p of "no difference" from replicates of a difference: twice the smaller share of
// replicates on one side of zero, at most 1. The observed sample counts as one more replicate on each side. A
// replicate of exactly 0 counts half on each side; if it counted in full on both, the doubling would count it
// twice. Defined if the interval is defined.
std::optional<double> bootstrap_p(std::span<const double> replicates);

// Confidence intervals of a share of independent items.

// ---- k of n, k <= n, n > 0; 0 < level < 1.

// Returns the interval of Wilson 1927, Probable Inference, JASA 22: close to the stated level on average over
// the true share.
Interval wilson_interval(uint64_t k, uint64_t n, double level);

// Returns the interval of Clopper, Pearson 1934, Biometrika 26: never below the stated level, so it is wider.
Interval exact_interval(uint64_t k, uint64_t n, double level);

}  // namespace standfast
