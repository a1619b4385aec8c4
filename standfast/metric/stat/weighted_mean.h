// The mean of scores of topics (or other groups) of unequal size, and its standard error.
//
// Let w_i be the share of topic i. Then mean = sum w_i x_i, V2 = sum w_i^2, and the unbiased weighted
// variance is sum w_i (x_i - mean)^2 / (1 - V2) (reliability weights; equal weights give the n - 1
// estimator). 1 / V2 is the effective number of topics: this number of equal topics would carry as much.
// There are three standard errors of the mean:
// - topics: sqrt(variance / n). As in the novel-topic paper. It ignores that a mean led by a few large topics
//   rests on those few. It is too small as soon as topics differ by more than the luck of their documents.
// - effective: sqrt(variance V2). Right where topics differ and have many documents (the default). Too large
//   where topics do not differ at all.
// - robust: sqrt(sum w_i^2 (x_i - mean)^2 / (1 - w_i)). It assumes nothing about why topics differ (CR2:
//   Bell, McCaffrey 2002, Bias Reduction in Standard Errors for Linear Regression with Multi-Stage Samples,
//   Survey Methodology 28).
// Degrees of freedom: n - 1 for `topics`. For the others, Satterthwaite's for normal scores with one
// variance: n - 1 for equal weights, fewer for unequal weights.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "standfast/metric/stat/interval.h"

namespace standfast {

enum class StandardError : uint8_t { topics, effective, robust };

struct WeightedMoments {
  double mean = 0;
  uint64_t n = 0;        // topics with a weight above 0; the others are left out
  double effective = 0;  // 1 / V2
  // Nothing below two topics.
  std::optional<double> variance;
  std::optional<double> se_topics, se_effective, se_robust;
  double df_effective = 0, df_robust = 0;  // 0 below two topics

  std::optional<double> se(StandardError kind) const;
  double df(StandardError kind) const;
};

// Computes the moments. weights: finite, >= 0, with any sum above 0; as many as values.
WeightedMoments weighted_moments(std::span<const double> values, std::span<const double> weights);

// Returns mean -+ t se. Nothing below two topics.
std::optional<Interval> t_interval(const WeightedMoments& moments, StandardError kind, double confidence);

}  // namespace standfast
