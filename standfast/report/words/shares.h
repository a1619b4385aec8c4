// A share of the lead over guessing, as far as a share says something (docs/what-survives.md).
#pragma once

#include <string>

#include "standfast/metric/stat/estimate.h"

namespace standfast::report {

// Above this, more survives than there was: the condition was easier, and a share of the lead is not what says so.
inline constexpr double kLargestShare = 1.1;

// Whether a share of the lead is left at all, and no more than there was.
bool is_share(double value);

// "77 %" of a share. Beyond it a bound, where the interval gives one: "at least 87 %", "at most 12 %". "" where only points
// say it, and where there is no share.
std::string share_in_words(const Estimate& share);
// The same with "survives" behind it, or "".
std::string survives_in_words(const Estimate& share);

}  // namespace standfast::report
