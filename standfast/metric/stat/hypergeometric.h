// Fisher's exact test.
#pragma once

#include <cstdint>

namespace standfast {

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
