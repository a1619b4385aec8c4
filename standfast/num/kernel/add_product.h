// Fused multiply-add by lanes: sum += a * b, rounded once, with the same bytes at every level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "standfast/base/at_level.h"

namespace standfast::lanes {

inline constexpr size_t kLanes = 8;
using Floats = float __attribute__((vector_size(32), aligned(32)));

namespace internal {

// The level from which there is an instruction: processors from v3 on have it, and so have all 64-bit ARM
// processors.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline constexpr Simd kFusedFrom = Simd::baseline;
#else
inline constexpr Simd kFusedFrom = Simd::v3;
#endif

#if defined(__x86_64__)
STANDFAST_TARGET_V3 inline void add_product_fused(const Floats& a, const Floats& b, Floats& sum) {
  sum = _mm256_fmadd_ps(a, b, sum);
}
STANDFAST_TARGET_V3 inline void add_product_fused(float a, const Floats& b, Floats& sum) {
  sum = _mm256_fmadd_ps(_mm256_set1_ps(a), b, sum);
}
#else
inline void add_product_fused(const Floats& a, const Floats& b, Floats& sum) {
  for (size_t i = 0; i < kLanes; ++i) sum[i] = __builtin_fmaf(a[i], b[i], sum[i]);
}
inline void add_product_fused(float a, const Floats& b, Floats& sum) {
  for (size_t i = 0; i < kLanes; ++i) sum[i] = __builtin_fmaf(a, b[i], sum[i]);
}
#endif

// Computes the same in double precision, ten times as fast as the C library's function. A product of two
// floats is exact there. The sum is rounded to odd: of the two doubles around it, the one with an odd last
// bit. Then rounding it again, to float, gives what one rounding would give (Boldo and Melquiond 2008,
// Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd, IEEE Transactions on
// Computers 57, theorem 2).
inline void add_product_by_doubles(const Floats& a, const Floats& b, Floats& sum) {
  // Two by two: this is for processors whose vectors hold two doubles.
  using Pair = float __attribute__((vector_size(8)));
  using Doubles = double __attribute__((vector_size(16)));
  using Bits = int64_t __attribute__((vector_size(16)));
  const auto pair = [](const Floats& from, size_t i, Doubles& out) {
    Pair two;
    std::memcpy(&two, reinterpret_cast<const float*>(&from) + i, sizeof two);
    out = __builtin_convertvector(two, Doubles);
  };
  for (size_t i = 0; i < kLanes; i += 2) {
    Doubles x, y, term;
    pair(a, i, x);
    pair(b, i, y);
    pair(sum, i, term);
    const Doubles product = x * y;
    Doubles total = product + term;
    // The exact error of rounding (Knuth's two-sum); not a number where the total is infinite.
    const Doubles added = total - product;
    const Doubles rest = (product - (total - added)) + (term - added);
    Bits bits;
    std::memcpy(&bits, &total, sizeof bits);
    const Bits above = rest > 0.0, below = rest < 0.0, even = (bits & 1) - 1;
    // One bit further away from zero, or back where the rest has the other sign.
    const Bits towards = 1 + 2 * (above ^ (total > 0.0));
    bits += towards & even & (above | below);
    std::memcpy(&total, &bits, sizeof bits);
    const Pair rounded = __builtin_convertvector(total, Pair);
    std::memcpy(reinterpret_cast<float*>(&sum) + i, &rounded, sizeof rounded);
  }
}

}  // namespace internal

// Adds the product. a: one number for all lanes, or a number for each.
template <Simd L, class Factor>
inline void add_product(Copy<L>, const Factor& a, const Floats& b, Floats& sum) {
  if constexpr (L >= internal::kFusedFrom)
    internal::add_product_fused(a, b, sum);
  else
    internal::add_product_by_doubles(a - Floats{}, b, sum);
}

}  // namespace standfast::lanes
