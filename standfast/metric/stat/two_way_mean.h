// The mean of documents that come in two crossed groupings, such as topics and authors: documents that share
// either are not independent. A standard error over topics alone misses the authors who write on several
// topics.
//
// With w_c the share of cell c (a topic and an author) and e_c = w_c (x_c - mean), the variance is that of
// topics, plus that of authors, minus that of cells, which both hold (Cameron, Gelbach, Miller 2011, Robust
// Inference with Multiway Clustering, Journal of Business & Economic Statistics 29). Each of the three is
// sum (sum e)^2 / (1 - w) over its groups, as the robust standard error of weighted_mean.h is; and the result
// is no less than that of topics or of authors alone. Degrees of freedom: the fewer of both groupings, by
// Satterthwaite as in weighted_mean.h.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "standfast/metric/stat/t_tests.h"

namespace standfast {

struct TwoWayMean {
  double mean = 0;
  uint32_t first_groups = 0, second_groups = 0;  // with a weight above 0
  std::optional<double> se;                      // nothing below two groups either way
  double df = 0;
};

// One entry for each cell (entries of one cell count as one group): value, weight >= 0 (the number of
// documents), group by either grouping as any numbers. Weights of 0 are left out; their sum is above 0.
TwoWayMean two_way_mean(std::span<const double> values, std::span<const double> weights,
                        std::span<const uint32_t> first, std::span<const uint32_t> second);

// H0: the mean is 0. For differences of two methods on the same documents.
TTest two_way_t(const TwoWayMean& mean);

}  // namespace standfast
