// What the tests over topics of a run of classification need.
#pragma once

#include <cstdint>

namespace standfast::result {

// How the tests of a run of classification are made.
struct ClassTestOptions {
  double level = 0.95;  // of intervals
  uint64_t seed = 0;    // of random sign flips, used where there are too many topics to try all flips
  int threads = 1;
};

}  // namespace standfast::result
