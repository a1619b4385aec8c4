// Random draws from the binomial distribution.
#pragma once

#include <cstdint>

#include "standfast/base/rng.h"

namespace standfast {

// Draws the number of successes in n trials with chance p, 0 <= p <= 1. Constant time (Hörmann 1993, The
// generation of binomial random variates, Journal of Statistical Computation and Simulation 46, BTRS); by
// inversion if n p < 10.
uint32_t draw_binomial(Rng& rng, uint32_t n, double p);

}  // namespace standfast
