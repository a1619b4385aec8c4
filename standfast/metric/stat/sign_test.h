// The sign test: does one of two ways to answer win more often than it loses?
#pragma once

#include <cstdint>

namespace standfast {

// Of items on which only one of two rules is right, the first rule wins `more` and loses `fewer`: the chance of `more` or
// more wins if both are equally good (the exact test of McNemar, one-sided: McNemar 1947, Psychometrika 12). 1 where
// there is no such item.
double sign_test_upper(uint64_t more, uint64_t fewer);

}  // namespace standfast
