// Shares of the lead over guessing in words, as far as a share is informative (docs/what-survives.md).
#pragma once

#include <string>

#include "standfast/metric/stat/estimate.h"

namespace standfast::report {

// Above this share, the condition was easier than the reference, and points are reported instead.
inline constexpr double kLargestShare = 1.1;

// Returns whether a share of the lead is between 0 and kLargestShare.
bool is_share(double value);

// Formats a share: "77 %". Outside this range it is a bound, if the interval gives one: "at least 87 %", "at
// most 12 %". "" without a bound or a share.
std::string share_in_words(const Estimate& share);
// Formats a share as above, followed by "survives", or returns "".
std::string survives_in_words(const Estimate& share);

}  // namespace standfast::report
