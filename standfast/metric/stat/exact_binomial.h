// Whether a share of independent items is the one that was meant.
#pragma once

#include <cstdint>

namespace standfast {

// p-value of k successes in n trials against the chance p, two-sided: twice the smaller tail, at most 1. It is below
// alpha exactly where the Clopper-Pearson interval of level 1 - alpha (proportion.h) leaves p out. 1 for n = 0.
double binomial_two_sided(uint64_t k, uint64_t n, double p);

}  // namespace standfast
