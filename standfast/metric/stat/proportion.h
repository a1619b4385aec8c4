// Confidence intervals of a share of independent items.
#pragma once

#include <cstdint>

#include "standfast/metric/stat/interval.h"

namespace standfast {

// ---- k of n, k <= n, n > 0; 0 < level < 1.

// Returns the interval of Wilson 1927, Probable Inference, JASA 22: close to the stated level on average over
// the true share.
Interval wilson_interval(uint64_t k, uint64_t n, double level);

// Returns the interval of Clopper, Pearson 1934, Biometrika 26: never below the stated level, so it is wider.
Interval exact_interval(uint64_t k, uint64_t n, double level);

}  // namespace standfast
