// Random draws from the binomial distribution.
#pragma once

#include <cstdint>

#include "standfast/base/rng.h"

namespace standfast {

// Draws the number of successes in n trials with chance p, 0 <= p <= 1. Constant time (Hörmann 1993, The
// generation of binomial random variates, Journal of Statistical Computation and Simulation 46, BTRS); by
// inversion if n p < 10.
uint32_t draw_binomial(Rng& rng, uint32_t n, double p);

// Logarithms of factorials, for discrete distributions.

// Returns log k! of a whole number k >= 0, right to about 1e-12 (Stirling's series; a table below 16). It
// does not use std::lgamma, which writes a global variable.
double log_factorial(double k);

// The exact binomial test of the share of independent items.

// Returns the two-sided p-value of k successes in n trials against the chance p: twice the smaller tail, at
// most 1. It is below alpha exactly if the Clopper-Pearson interval of level 1 - alpha (interval.h) leaves
// p out. 1 for n = 0.
double binomial_two_sided(uint64_t k, uint64_t n, double p);

// The sign test of two rules on the same items.

// Returns the one-sided p of McNemar's exact test (McNemar 1947, Psychometrika 12). Among items on which only
// one of two rules is right, the first rule wins `more` and loses `fewer`: p is the chance of `more` or more
// wins if both are equally good. 1 if there is no such item.
double sign_test_upper(uint64_t more, uint64_t fewer);

}  // namespace standfast
