// The mean over documents in two crossed groupings, such as topics and authors. Documents that share a topic
// or an author are not independent. A standard error over topics alone misses the authors who write on
// several topics.
//
// Let w_c be the share of cell c (a topic and an author) and e_c = w_c (x_c - mean). The variance is the
// variance of topics, plus the variance of authors, minus the variance of cells, which the first two both
// contain (Cameron, Gelbach, Miller 2011, Robust Inference with Multiway Clustering, Journal of Business &
// Economic Statistics 29). Each of the three is sum (sum e)^2 / (1 - w) over its groups, like the robust
// standard error of weighted_mean.h. The result is at least the variance of topics alone and at least the
// variance of authors alone. Degrees of freedom: the smaller number of the two groupings, by Satterthwaite as
// in weighted_mean.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "standfast/metric/stat/t_tests.h"

namespace standfast {

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
