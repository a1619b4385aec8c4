// Estimates for tables: a number with its interval, and a difference with its p. Here they come from
// replicates that share their resamples (bootstrap.h). unit_estimate.h makes the same from items that share
// authors and topics.
#pragma once

#include <optional>
#include <string>

#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {

// A number with its interval. If `value` is missing, `why_not` gives the reason in words for a reader.
struct Estimate {
  std::optional<double> value;
  std::optional<Interval> interval;
  uint32_t undefined_resamples = 0;  // left out of the interval
  std::string why_not;
  std::string why_no_interval = {};  // reason for a value without an interval
};

Estimate estimate(const Replicated& quantity, double confidence = 0.95);

// The difference a - b with its interval and the two-sided bootstrap p of "no difference" (see bootstrap_p).
struct Difference {
  Estimate estimate;
  std::optional<double> p;
};
Difference difference(const Replicated& a, const Replicated& b, double confidence = 0.95);

}  // namespace standfast
