// Square roots by lanes. They are exact to the last bit everywhere; g++ alone would take them one by one,
// because of errno.
#pragma once

#include <cmath>

#include "standfast/num/kernel/lanes.h"

namespace standfast::lanes {

#if defined(__x86_64__)
namespace internal {
STANDFAST_TARGET_V3 inline void sqrt_v3(const float* from, float* to) {
  _mm256_storeu_ps(to, _mm256_sqrt_ps(_mm256_loadu_ps(from)));
}
}  // namespace internal
#endif

template <Simd L>
inline void sqrt_of(Copy<L>, const Floats& x, Floats& out) {
  float numbers[kLanes];
  store(numbers, x);
#if defined(__x86_64__)
  if constexpr (L >= Simd::v3) {
    internal::sqrt_v3(numbers, numbers);
    load(out, numbers);
    return;
  }
#endif
  for (float& one : numbers) one = std::sqrt(one);
  load(out, numbers);
}

}  // namespace standfast::lanes
