// Fisher's exact test, one-sided.
#pragma once

#include <cstdint>

namespace standfast {

// Draw `drawn` of `all` items without replacement, `marked` of which are marked: the chance that `hits` or more of
// those drawn are marked (the hypergeometric distribution). It is the one-sided p of Fisher's exact test of a 2 x 2
// table (Fisher 1935, The Logic of Inductive Inference, Journal of the Royal Statistical Society 98): below alpha with
// a chance of at most alpha where mark and draw are independent. marked, drawn <= all.
double hypergeometric_upper(uint64_t hits, uint64_t marked, uint64_t drawn, uint64_t all);

}  // namespace standfast
