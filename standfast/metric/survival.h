// How much of a score stands fast: survival = (shifted - chance) / (iid - chance), and paired differences,
// each with an interval from replicates that share their resamples (see bootstrap.h).
#pragma once

#include <optional>
#include <string>

#include "standfast/metric/bootstrap.h"
#include "standfast/metric/interval.h"

namespace standfast {

// A number with its percentile interval. Where `value` is missing, `why_not` says so in words for a reader.
struct Estimate {
  std::optional<double> value;
  std::optional<Interval> interval;
  uint32_t undefined_resamples = 0;  // left out of the interval
  std::string why_not;
};

Estimate estimate(const Replicated& quantity, double confidence = 0.95);

// chance_shifted and chance_iid are what a model without knowledge scores under each condition (the prior
// model); pass one and the same for the plain formula. Survival is undefined where the i.i.d. score is not
// clearly above its chance: iid - chance_iid <= 0, or its interval contains 0; a ratio to nothing says
// nothing. A replicate whose denominator is not positive counts as undefined. Values above 1 and below 0 are
// possible and mean what they say: better under the shift than without, worse than chance.
Estimate survival(const Replicated& shifted, const Replicated& iid, const Replicated& chance_shifted,
                  const Replicated& chance_iid, double confidence = 0.95);

// a - b with its interval and the two-sided bootstrap p of "no difference" (see bootstrap_p).
struct Difference {
  Estimate estimate;
  std::optional<double> p;
};
Difference difference(const Replicated& a, const Replicated& b, double confidence = 0.95);

}  // namespace standfast
