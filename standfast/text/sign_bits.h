// The sign bits of thirty-two bytes side by side. Compilers have vectors of bytes, but no name for this
// instruction.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "standfast/base/at_level.h"

namespace standfast {

using Bytes = int8_t __attribute__((vector_size(32), aligned(32)));
// Half of the bytes, for which every processor has instructions.
using HalfBytes = int8_t __attribute__((vector_size(16), aligned(16)));

// Returns bits; bit i is set if v[i] < 0.
inline uint32_t sign_bits(const HalfBytes& v) {
#if defined(__x86_64__)
  __m128i half;
  std::memcpy(&half, &v, sizeof half);
  return static_cast<uint32_t>(_mm_movemask_epi8(half));
#else
  uint32_t bits = 0;
  for (uint32_t i = 0; i < sizeof v; ++i) bits |= (v[i] < 0 ? 1U : 0U) << i;
  return bits;
#endif
}

#if defined(__x86_64__)
namespace internal {
STANDFAST_TARGET_V3 inline uint32_t sign_bits_v3(const int8_t* bytes) {
  return static_cast<uint32_t>(
      _mm256_movemask_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes))));
}
}  // namespace internal
#endif

// Returns bits; bit i is set if v[i] < 0.
template <Simd L>
inline uint32_t sign_bits(Copy<L>, const Bytes& v) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v3) {
    return internal::sign_bits_v3(reinterpret_cast<const int8_t*>(&v));
  } else {
    __m128i halves[2];
    std::memcpy(halves, &v, sizeof halves);
    return static_cast<uint32_t>(_mm_movemask_epi8(halves[0])) |
           static_cast<uint32_t>(_mm_movemask_epi8(halves[1])) << 16;
  }
#else
  uint32_t bits = 0;
  for (uint32_t i = 0; i < sizeof v; ++i) bits |= (v[i] < 0 ? 1U : 0U) << i;
  return bits;
#endif
}

}  // namespace standfast
