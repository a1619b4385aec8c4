// The mean of scores of topics (or other groups) of unequal size, or of two crossed groupings, and its
// standard error.
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
#include <string>

#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/t_tests.h"

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

// The mean over documents in two crossed groupings, such as topics and authors. Documents that share a topic
// or an author are not independent. A standard error over topics alone misses the authors who write on
// several topics.
//
// Let w_c be the share of cell c (a topic and an author) and e_c = w_c (x_c - mean). The variance is the
// variance of topics, plus the variance of authors, minus the variance of cells, which the first two both
// contain (Cameron, Gelbach, Miller 2011, Robust Inference with Multiway Clustering, Journal of Business &
// Economic Statistics 29). Each of the three is sum (sum e)^2 / (1 - w) over its groups, like the robust
// standard error above. The result is at least the variance of topics alone and at least the
// variance of authors alone. Degrees of freedom: the smaller number of the two groupings, by Satterthwaite as
// above.
struct TwoWayMean {
  double mean = 0;
  uint32_t first_groups = 0, second_groups = 0;  // groups with a weight above 0
  std::optional<double> se;                      // nothing if a grouping has fewer than two groups
  double df = 0;
};

// Computes the mean. One entry for each cell: value, weight >= 0 (the number of documents), and group in each
// grouping (any numbers). Several entries of one cell count as one group. Weights of 0 are left out. The sum
// of weights is above 0.
TwoWayMean two_way_mean(std::span<const double> values, std::span<const double> weights,
                        std::span<const uint32_t> first, std::span<const uint32_t> second);

// Tests that the mean is 0, for differences of two methods on the same documents.
TTest two_way_t(const TwoWayMean& mean);

}  // namespace standfast
