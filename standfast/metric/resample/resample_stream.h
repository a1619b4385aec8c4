// The random stream of every bootstrap. Equal seeds give equal resamples, so replicates of two quantities
// pair up.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "standfast/base/rng.h"

namespace standfast {

inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();  // a replicate without a value

inline Rng resample_stream(uint64_t seed, size_t resample) {
  return Rng(seed, "metric/bootstrap", std::to_string(resample));
}

}  // namespace standfast
