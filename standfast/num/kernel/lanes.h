// Eight numbers side by side, for kernels that are written by lanes; the compiler uses the vector units of
// the level (base/at_level.h). A sum over lanes is always taken in the same order, so results do not depend
// on the width of the machine.
//
// Loops over groups of lanes are unrolled by name. g++ would do it by itself, but too late to keep the groups
// in registers: before it knows the level, it takes every operation on lanes for a long one.
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

// Fused multiply-add by lanes: sum += a * b, rounded once, with the same bytes at every level.

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

using Ints = int32_t __attribute__((vector_size(32), aligned(32)));

// Returns the number of groups of eight that hold n numbers.
constexpr size_t groups(size_t n) {
  return (n + kLanes - 1) / kLanes;
}

inline void load(Floats& lanes, const float* from) {
  std::memcpy(&lanes, from, sizeof lanes);
}
inline void store(float* to, const Floats& lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}
inline void fill(Floats& lanes, float value) {
  // Not Floats{value, ...}: g++ would write eight parts one by one, because it decides before it knows the
  // level.
  float eight[kLanes];
  for (float& one : eight) one = value;
  std::memcpy(&lanes, eight, sizeof lanes);
}
inline float sum(const Floats& v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

// Computes out[0 .. 8 G) = sum over entries e of values[e] * table[columns[e] * stride ..], by fused
// multiply-adds. G groups are kept in registers.
template <size_t G, Simd L>
inline void gather_groups(Copy<L> copy, const uint32_t* columns, const float* values, size_t entries,
                          const float* table, size_t stride, float* out) {
  constexpr size_t kAhead = 6, kLine = 16;  // prefetch: the table rarely fits the first cache
  Floats sums[G] = {};
  for (size_t e = 0; e < entries; ++e) {
    const float* soon = table + size_t{columns[e + kAhead < entries ? e + kAhead : entries - 1]} * stride;
    for (size_t at = 0; at < G * kLanes; at += kLine) __builtin_prefetch(soon + at);
    const float* row = table + size_t{columns[e]} * stride;
#pragma GCC unroll 8
    for (size_t g = 0; g < G; ++g) {
      Floats other;
      load(other, row + g * kLanes);
      add_product(copy, values[e], other, sums[g]);
    }
  }
#pragma GCC unroll 8
  for (size_t g = 0; g < G; ++g) store(out + g * kLanes, sums[g]);
}

// Adds table[columns[e] * stride ..] += values[e] * row[0 .. 8 G), by fused multiply-adds.
template <size_t G, Simd L>
inline void scatter_groups(Copy<L> copy, const uint32_t* columns, const float* values, size_t entries,
                           const float* row, float* table, size_t stride) {
  Floats mine[G];
#pragma GCC unroll 8
  for (size_t g = 0; g < G; ++g) load(mine[g], row + g * kLanes);
  for (size_t e = 0; e < entries; ++e) {
    float* to = table + size_t{columns[e]} * stride;
#pragma GCC unroll 8
    for (size_t g = 0; g < G; ++g) {
      Floats other;
      load(other, to + g * kLanes);
      add_product(copy, values[e], mine[g], other);
      store(to + g * kLanes, other);
    }
  }
}

// Calls body.template operator()<G>(offset) for pieces of at most eight groups that together cover `stride`
// numbers.
template <class Body>
inline void in_pieces(size_t stride, const Body& body) {
  for (size_t at = 0; at < stride;) {
    const size_t left = (stride - at) / kLanes;
    switch (left < 8 ? left : 8) {
      case 1:
        body.template operator()<1>(at);
        break;
      case 2:
        body.template operator()<2>(at);
        break;
      case 3:
        body.template operator()<3>(at);
        break;
      case 4:
        body.template operator()<4>(at);
        break;
      case 5:
        body.template operator()<5>(at);
        break;
      case 6:
        body.template operator()<6>(at);
        break;
      case 7:
        body.template operator()<7>(at);
        break;
      default:
        body.template operator()<8>(at);
    }
    at += (left < 8 ? left : 8) * kLanes;
  }
}

}  // namespace standfast::lanes
