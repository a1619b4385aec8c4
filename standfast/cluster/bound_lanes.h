// Lower bounds of the distances of one point to 16 centres side by side, for k-means. They are made from
// products of point and centres, and compared with an upper bound. Their bits depend on the level of vector
// instructions, but they are bounds at every level. For bodies of at_level<Simd::v4>().
//
// A bound is kept together with the distance that the centre had moved when the bound was made. The move
// since then is subtracted when the bound is read, so no step has to write the bounds of all points.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "standfast/cluster/distance_lanes.h"
#include "standfast/num/kernel/row_products.h"

namespace standfast {

inline constexpr float kLaneDown = 1 - 0x1p-22F;  // room for the rounding of a few operations

struct NearestLane {
  uint32_t lane = 0;
  float square = std::numeric_limits<float>::infinity();  // squared distance, as computed
};

// The two nearest of some centres: squared distances minus the squared length of the point, as computed.
struct NearestTwo {
  uint32_t centre = 0;
  float first = std::numeric_limits<float>::infinity(), second = std::numeric_limits<float>::infinity();
};

namespace internal {

#if defined(__x86_64__)
// A full mask where the unmasked intrinsic makes g++ 12 warn of uninitialised numbers.
inline constexpr __mmask16 kAllLanes = 0xffff;
STANDFAST_TARGET_V4 inline __m512 greater_v4(const __m512& a, const __m512& b) {
  return _mm512_maskz_max_ps(kAllLanes, a, b);
}
STANDFAST_TARGET_V4 inline float least_v4(const __m512& x) {
  const __m256 eight =
      _mm256_min_ps(_mm512_maskz_extractf32x8_ps(0xff, x, 0), _mm512_maskz_extractf32x8_ps(0xff, x, 1));
  const __m128 four = _mm_min_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  const __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)));
}

STANDFAST_TARGET_V4 inline float sum_v4(const __m512& x) {
  const __m256 eight =
      _mm256_add_ps(_mm512_maskz_extractf32x8_ps(0xff, x, 0), _mm512_maskz_extractf32x8_ps(0xff, x, 1));
  const __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
  const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

STANDFAST_TARGET_V4 inline float close_square_v4(const float* x, const float* y, size_t stride) {
  __m512 sums[4];
#pragma GCC unroll 4
  for (size_t g = 0; g < 4; ++g) sums[g] = _mm512_setzero_ps();
  size_t j = 0;
  for (; j + 64 <= stride; j += 64)
#pragma GCC unroll 4
    for (size_t g = 0; g < 4; ++g) {
      const __m512 apart = _mm512_sub_ps(_mm512_loadu_ps(x + j + 16 * g), _mm512_loadu_ps(y + j + 16 * g));
      sums[g] = _mm512_fmadd_ps(apart, apart, sums[g]);
    }
  for (; j < stride; j += 16) {
    const __m512 apart = _mm512_sub_ps(_mm512_loadu_ps(x + j), _mm512_loadu_ps(y + j));
    sums[0] = _mm512_fmadd_ps(apart, apart, sums[0]);
  }
  return sum_v4(_mm512_add_ps(_mm512_add_ps(sums[0], sums[1]), _mm512_add_ps(sums[2], sums[3])));
}

STANDFAST_TARGET_V4 inline void set_bounds_v4(const float* products, float square, float doubt,
                                              const float* centre_squares, const float* drift, float* bounds,
                                              NearestLane& nearest) {
  const __m512 squares = _mm512_add_ps(
      _mm512_fnmadd_ps(_mm512_set1_ps(2), _mm512_loadu_ps(products), _mm512_loadu_ps(centre_squares)),
      _mm512_set1_ps(square));
  const __m512 least = greater_v4(_mm512_sub_ps(squares, _mm512_set1_ps(doubt)), _mm512_setzero_ps());
  const __m512 down = _mm512_set1_ps(kLaneDown);
  const __m512 distance = _mm512_mul_ps(_mm512_maskz_sqrt_ps(kAllLanes, least), down);
  _mm512_storeu_ps(bounds, _mm512_mul_ps(_mm512_add_ps(distance, _mm512_loadu_ps(drift)), down));
  nearest.square = least_v4(squares);
  nearest.lane = static_cast<uint32_t>(std::countr_zero(
      static_cast<uint32_t>(_mm512_cmp_ps_mask(squares, _mm512_set1_ps(nearest.square), _CMP_EQ_OQ))));
}

STANDFAST_TARGET_V4 inline uint32_t near_lanes_v4(const float* bounds, const float* drift, const float* gaps,
                                                  size_t groups, float limit, uint32_t* masks, float& least) {
  const __m512 most = _mm512_set1_ps(limit);
  __m512 smallest = _mm512_set1_ps(std::numeric_limits<float>::infinity());
  uint32_t any = 0;
  for (size_t g = 0; g < groups; ++g) {
    const size_t at = g * kSideBySide;
    const __m512 bound = greater_v4(_mm512_sub_ps(_mm512_loadu_ps(bounds + at), _mm512_loadu_ps(drift + at)),
                                    _mm512_sub_ps(_mm512_loadu_ps(gaps + at), most));
    masks[g] = static_cast<uint32_t>(_mm512_cmp_ps_mask(bound, most, _CMP_LT_OQ));
    any |= masks[g];
    smallest = _mm512_maskz_min_ps(kAllLanes, smallest, bound);
  }
  if (any == 0) least = least_v4(smallest);
  return any;
}

STANDFAST_TARGET_V4 inline void nearest_two_v4(const float* products, size_t step,
                                               const float* centre_squares, size_t groups, NearestTwo& out) {
  const __m512 infinite = _mm512_set1_ps(std::numeric_limits<float>::infinity()), two = _mm512_set1_ps(2);
  __m512 first = infinite, second = infinite;
  __m512i group = _mm512_setzero_si512();
  for (size_t g = 0; g < groups; ++g) {
    const __m512 square = _mm512_fnmadd_ps(two, _mm512_loadu_ps(products + g * step),
                                           _mm512_loadu_ps(centre_squares + g * kSideBySide));
    const __mmask16 nearer = _mm512_cmp_ps_mask(square, first, _CMP_LT_OQ);
    second = _mm512_maskz_min_ps(kAllLanes, second, greater_v4(first, square));
    first = _mm512_maskz_min_ps(kAllLanes, first, square);
    group = _mm512_mask_mov_epi32(group, nearer, _mm512_set1_epi32(static_cast<int32_t>(g)));
  }
  int32_t groups_of[kSideBySide];
  _mm512_storeu_si512(groups_of, group);
  out.first = least_v4(first);
  const auto equal = static_cast<uint32_t>(_mm512_cmp_ps_mask(first, _mm512_set1_ps(out.first), _CMP_EQ_OQ));
  const auto lane = static_cast<uint32_t>(std::countr_zero(equal));
  out.centre = static_cast<uint32_t>(groups_of[lane]) * static_cast<uint32_t>(kSideBySide) + lane;
  const __m512 others = _mm512_mask_mov_ps(first, static_cast<__mmask16>(1U << lane), infinite);
  out.second = least_v4(_mm512_maskz_min_ps(kAllLanes, second, others));
}

STANDFAST_TARGET_V3 inline void square_roots_v3(lanes::Floats& x) {
  x = _mm256_sqrt_ps(x);
}
STANDFAST_TARGET_V3 inline uint32_t sign_bits_v3(const lanes::Ints& x) {
  return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(reinterpret_cast<const __m256i&>(x))));
}
#endif

template <Simd L>
inline void square_roots(Copy<L>, lanes::Floats& x) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v3) {
    square_roots_v3(x);
    return;
  }
#endif
  for (size_t i = 0; i < lanes::kLanes; ++i) x[i] = std::sqrt(x[i]);
}

// Returns the signs as bits: bit i is set if number i is below 0.
template <Simd L>
inline uint32_t sign_bits(Copy<L>, const lanes::Ints& x) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v3) return sign_bits_v3(x);
#endif
  uint32_t bits = 0;
  for (size_t i = 0; i < lanes::kLanes; ++i) bits |= x[i] < 0 ? 1U << i : 0U;
  return bits;
}

}  // namespace internal

// Returns the squared distance of two rows with zeros up to whole lanes, within distance_error()
// (distance_lanes.h). Only for bounds: its bits depend on the level of vector instructions.
template <Simd L>
inline float close_square(Copy<L>, const float* x, const float* y, size_t stride) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v4) return internal::close_square_v4(x, y, stride);
#endif
  return squared_distance(x, y, stride);
}

// Sets bounds[c], a lower bound of the distance to centre c, plus the drift of the centre. Returns the
// nearest centre as computed, the first of equals. products: point by centres; square: the squared length of
// the point; doubt: the largest error of a squared distance made from these; centre_squares: squared lengths
// of the centres, infinite for lanes without a centre; drift: a lower bound of the total move of each centre.
template <Simd L>
inline NearestLane set_bounds(Copy<L> copy, const float* products, float square, float doubt,
                              const float* centre_squares, const float* drift, float* bounds) {
  NearestLane nearest;
#if defined(__x86_64__)
  if constexpr (L >= Simd::v4) {
    internal::set_bounds_v4(products, square, doubt, centre_squares, drift, bounds, nearest);
    return nearest;
  }
#endif
  float squares[kSideBySide];
  for (size_t g = 0; g < kSideBySide; g += lanes::kLanes) {
    lanes::Floats product, other, gone;
    const lanes::Floats zero = {};
    lanes::load(product, products + g);
    lanes::load(other, centre_squares + g);
    lanes::load(gone, drift + g);
    other = (other - product * 2.0F) + square;
    lanes::store(squares + g, other);
    other -= doubt;
    other = other > zero ? other : zero;
    internal::square_roots(copy, other);
    lanes::store(bounds + g, (other * kLaneDown + gone) * kLaneDown);
  }
  for (uint32_t c = 0; c < kSideBySide; ++c)
    if (squares[c] < nearest.square) nearest = {c, squares[c]};
  return nearest;
}

// Returns the two nearest centres of some groups; the products with group g are at products + g * step.
template <Simd L>
inline NearestTwo nearest_two(Copy<L>, const float* products, size_t step, const float* centre_squares,
                              size_t groups) {
  NearestTwo found;
#if defined(__x86_64__)
  if constexpr (L >= Simd::v4) {
    internal::nearest_two_v4(products, step, centre_squares, groups, found);
    return found;
  }
#endif
  lanes::Floats first, second;
  lanes::fill(first, std::numeric_limits<float>::infinity());
  second = first;
  lanes::Ints place = {};
  for (size_t g = 0; g < groups; ++g)
    for (size_t half = 0; half < kSideBySide; half += lanes::kLanes) {
      lanes::Floats product, square;
      lanes::load(product, products + g * step + half);
      lanes::load(square, centre_squares + g * kSideBySide + half);
      square -= product * 2.0F;
      const auto nearer = square < first;
      const lanes::Floats farther = nearer ? first : square;
      second = farther < second ? farther : second;
      first = nearer ? square : first;
      place = nearer ? static_cast<int32_t>(g * kSideBySide + half) - lanes::Ints{} : place;
    }
  for (uint32_t lane = 0; lane < lanes::kLanes; ++lane) {
    if (first[lane] < found.first) {
      found.second = found.first < second[lane] ? found.first : second[lane];
      found.first = first[lane];
      found.centre = static_cast<uint32_t>(place[lane]) + lane;
    } else {
      found.second = first[lane] < found.second ? first[lane] : found.second;
    }
    found.second = second[lane] < found.second ? second[lane] : found.second;
  }
  return found;
}

// Finds the centres that may be nearer than `limit`, as bits of masks, by group of 16. A lower bound of the
// distance to a centre is the one of set_bounds(), or the distance between the two centres (gaps) minus
// `limit`, if that is larger. drift: an upper bound of the total move of each centre. Returns the union of
// all masks. least: the least bound, set if no centre may be nearer.
template <Simd L>
inline uint32_t near_lanes(Copy<L> copy, const float* bounds, const float* drift, const float* gaps,
                           size_t groups, float limit, uint32_t* masks, float& least) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v4)
    return internal::near_lanes_v4(bounds, drift, gaps, groups, limit, masks, least);
#endif
  lanes::Floats most, smallest;
  lanes::fill(most, limit);
  lanes::fill(smallest, std::numeric_limits<float>::infinity());
  uint32_t any = 0;
  for (size_t g = 0; g < groups; ++g) {
    masks[g] = 0;
    for (size_t half = 0; half < kSideBySide; half += lanes::kLanes) {
      const size_t at = g * kSideBySide + half;
      lanes::Floats bound, gone, gap;
      lanes::load(bound, bounds + at);
      lanes::load(gone, drift + at);
      lanes::load(gap, gaps + at);
      bound -= gone;
      gap -= most;
      bound = gap > bound ? gap : bound;
      const lanes::Ints near = bound < most;
      masks[g] |= internal::sign_bits(copy, near) << half;
      smallest = bound < smallest ? bound : smallest;
    }
    any |= masks[g];
  }
  if (any == 0) {
    least = smallest[0];
    for (size_t i = 1; i < lanes::kLanes; ++i) least = smallest[i] < least ? smallest[i] : least;
  }
  return any;
}

// Computes squares[c], the squared distance of x to centre c of a group of 16 (SideBySide::group). Each sum
// is over the columns in their order, as in a plain loop.
inline void plain_squares(const float* x, const float* group, size_t columns, float* squares) {
  lanes::Floats low = {}, high = {};
  for (size_t j = 0; j < columns; ++j) {
    lanes::Floats other;
    lanes::load(other, group + j * kSideBySide);
    other -= x[j];
    low += other * other;
    lanes::load(other, group + j * kSideBySide + lanes::kLanes);
    other -= x[j];
    high += other * other;
  }
  lanes::store(squares, low);
  lanes::store(squares + lanes::kLanes, high);
}

}  // namespace standfast
