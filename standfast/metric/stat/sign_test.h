// The sign test of two rules on the same items.
#pragma once

#include <cstdint>

namespace standfast {

// Returns the one-sided p of McNemar's exact test (McNemar 1947, Psychometrika 12). Among items on which only
// one of two rules is right, the first rule wins `more` and loses `fewer`: p is the chance of `more` or more
// wins if both are equally good. 1 if there is no such item.
double sign_test_upper(uint64_t more, uint64_t fewer);

}  // namespace standfast
