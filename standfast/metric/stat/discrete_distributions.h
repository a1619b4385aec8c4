// Binomial and hypergeometric distributions: random draws, and the exact tests of counts.
#pragma once

#include <cstdint>

#include "standfast/base/rng.h"

namespace standfast {

// Draws the number of successes in n trials with chance p, 0 <= p <= 1. Constant time (Hörmann 1993, The
// generation of binomial random variates, Journal of Statistical Computation and Simulation 46, BTRS); by
// inversion if n p < 10.
uint32_t draw_binomial(Rng& rng, uint32_t n, double p);

// Returns log k! of a whole number k >= 0, right to about 1e-12 (Stirling's series; a table below 16). It
// does not use std::lgamma, which writes a global variable.
double log_factorial(double k);

// Returns the two-sided p-value of the exact binomial test, of k successes in n trials against the chance p:
// twice the smaller tail, at most 1. It is below alpha exactly if the Clopper-Pearson interval of level 1 -
// alpha (interval.h) leaves p out. 1 for n = 0.
double binomial_two_sided(uint64_t k, uint64_t n, double p);

// Returns the one-sided p of the sign test, McNemar's exact test of two rules on the same items (McNemar
// 1947, Psychometrika 12). Among items on which only one of two rules is right, the first rule wins `more`
// and loses `fewer`: p is the chance of `more` or more wins if both are equally good. 1 if there is no such
// item.
double sign_test_upper(uint64_t more, uint64_t fewer);

// Returns the upper tail of the hypergeometric distribution: if `drawn` of `all` items, `marked` of which are
// marked, are drawn without replacement, the chance that `hits` or more of the drawn ones are marked. It is
// the one-sided p of Fisher's exact test of a 2 x 2 table (Fisher 1935, The Logic of Inductive Inference,
// Journal of the Royal Statistical Society 98): below alpha with a chance of at most alpha if mark and draw
// are independent. marked, drawn <= all.
double hypergeometric_upper(uint64_t hits, uint64_t marked, uint64_t drawn, uint64_t all);

// Returns the two-sided p: twice the tail on the side of the expectation where the observed number lies, at
// most 1 (the central version of the test; Fay 2010, Confidence intervals that match Fisher's exact or
// Blaker's exact tests, Biostatistics 11). So p is small in the direction in which the interval of the odds
// ratio lies.
double hypergeometric_two_sided(uint64_t hits, uint64_t marked, uint64_t drawn, uint64_t all);

}  // namespace standfast
