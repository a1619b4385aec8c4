// The exact binomial test of the share of independent items.
#pragma once

#include <cstdint>

namespace standfast {

// Returns the two-sided p-value of k successes in n trials against the chance p: twice the smaller tail, at
// most 1. It is below alpha exactly if the Clopper-Pearson interval of level 1 - alpha (proportion.h) leaves
// p out. 1 for n = 0.
double binomial_two_sided(uint64_t k, uint64_t n, double p);

}  // namespace standfast
