// Products of rows, as they lie in memory, with rows that stand side by side, in float32: many points with a
// few centres, where panels of 32 (panels.h) would be half empty.
#pragma once

#include <algorithm>
#include <cstddef>

#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/lanes.h"
#include "standfast/num/kernel/panels.h"

namespace standfast {

inline constexpr size_t kSideBySide = 16;   // rows of a group
inline constexpr size_t kRowsTogether = 8;  // rows that meet a group in one go

// Groups of rows: number j of row i is [(i / 16 * columns + j) * 16 + i % 16].
class SideBySide {
 public:
  // Allocates rows of zeros.
  SideBySide(size_t rows, size_t columns)
      : columns_(columns),
        groups_((rows + kSideBySide - 1) / kSideBySide),
        room_(groups_ * columns * kSideBySide, 1),
        numbers_(room_.take(groups_ * columns * kSideBySide)) {
    std::fill_n(numbers_, groups_ * columns * kSideBySide, 0.0F);
  }
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;

  void set(size_t row, const float* numbers) {
    float* to = numbers_ + row / kSideBySide * columns_ * kSideBySide + row % kSideBySide;
    for (size_t j = 0; j < columns_; ++j) to[j * kSideBySide] = numbers[j];
  }

  size_t groups() const { return groups_; }
  size_t columns() const { return columns_; }
  const float* group(size_t g) const { return numbers_ + g * columns_ * kSideBySide; }

 private:
  size_t columns_, groups_;
  TableArena room_;
  float* numbers_;
};

namespace internal {

// Computes out[16 r + c] (+)= sum over j of rows[r][j] * group[16 j + c], for R rows.
template <size_t R, Simd L>
inline void some_row_products(Copy<L> copy, const float* const* rows, const float* group, size_t columns,
                              bool add, float* out) {
  constexpr size_t kHalves = kSideBySide / lanes::kLanes;
  lanes::Floats sums[R][kHalves] = {};
  for (size_t j = 0; j < columns; ++j) {
    lanes::Floats right[kHalves];
#pragma GCC unroll 2
    for (size_t g = 0; g < kHalves; ++g) lanes::load(right[g], group + j * kSideBySide + g * lanes::kLanes);
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 2
      for (size_t g = 0; g < kHalves; ++g) {
        if constexpr (L >= lanes::internal::kFusedFrom)
          lanes::add_product(copy, rows[r][j], right[g], sums[r][g]);
        else
          sums[r][g] += rows[r][j] * right[g];
      }
  }
#pragma GCC unroll 4
  for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 2
    for (size_t g = 0; g < kHalves; ++g) {
      float* to = out + r * kSideBySide + g * lanes::kLanes;
      if (add) {
        lanes::Floats before;
        lanes::load(before, to);
        sums[r][g] += before;
      }
      lanes::store(to, sums[r][g]);
    }
}

#if defined(__x86_64__)
// Computes the same for 8 rows. Even and odd columns are summed apart: so there are enough sums to hide how
// long one takes.
STANDFAST_TARGET_V4 inline void row_products_v4(const float* const* rows, const float* group, size_t columns,
                                                bool add, float* out) {
  __m512 even[kRowsTogether], odd[kRowsTogether];
#pragma GCC unroll 8
  for (size_t r = 0; r < kRowsTogether; ++r) even[r] = odd[r] = _mm512_setzero_ps();
  const float *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3], *r4 = rows[4], *r5 = rows[5],
              *r6 = rows[6], *r7 = rows[7];
  size_t j = 0;
  for (; j + 2 <= columns; j += 2) {
    const __m512 first = _mm512_loadu_ps(group + j * kSideBySide),
                 second = _mm512_loadu_ps(group + (j + 1) * kSideBySide);
    even[0] = _mm512_fmadd_ps(_mm512_set1_ps(r0[j]), first, even[0]);
    odd[0] = _mm512_fmadd_ps(_mm512_set1_ps(r0[j + 1]), second, odd[0]);
    even[1] = _mm512_fmadd_ps(_mm512_set1_ps(r1[j]), first, even[1]);
    odd[1] = _mm512_fmadd_ps(_mm512_set1_ps(r1[j + 1]), second, odd[1]);
    even[2] = _mm512_fmadd_ps(_mm512_set1_ps(r2[j]), first, even[2]);
    odd[2] = _mm512_fmadd_ps(_mm512_set1_ps(r2[j + 1]), second, odd[2]);
    even[3] = _mm512_fmadd_ps(_mm512_set1_ps(r3[j]), first, even[3]);
    odd[3] = _mm512_fmadd_ps(_mm512_set1_ps(r3[j + 1]), second, odd[3]);
    even[4] = _mm512_fmadd_ps(_mm512_set1_ps(r4[j]), first, even[4]);
    odd[4] = _mm512_fmadd_ps(_mm512_set1_ps(r4[j + 1]), second, odd[4]);
    even[5] = _mm512_fmadd_ps(_mm512_set1_ps(r5[j]), first, even[5]);
    odd[5] = _mm512_fmadd_ps(_mm512_set1_ps(r5[j + 1]), second, odd[5]);
    even[6] = _mm512_fmadd_ps(_mm512_set1_ps(r6[j]), first, even[6]);
    odd[6] = _mm512_fmadd_ps(_mm512_set1_ps(r6[j + 1]), second, odd[6]);
    even[7] = _mm512_fmadd_ps(_mm512_set1_ps(r7[j]), first, even[7]);
    odd[7] = _mm512_fmadd_ps(_mm512_set1_ps(r7[j + 1]), second, odd[7]);
  }
  if (j < columns) {
    const __m512 last = _mm512_loadu_ps(group + j * kSideBySide);
#pragma GCC unroll 8
    for (size_t r = 0; r < kRowsTogether; ++r)
      even[r] = _mm512_fmadd_ps(_mm512_set1_ps(rows[r][j]), last, even[r]);
  }
#pragma GCC unroll 8
  for (size_t r = 0; r < kRowsTogether; ++r) {
    float* to = out + r * kSideBySide;
    __m512 sum = _mm512_add_ps(even[r], odd[r]);
    if (add) sum = _mm512_add_ps(sum, _mm512_loadu_ps(to));
    _mm512_storeu_ps(to, sum);
  }
}
#endif

}  // namespace internal

// Computes out[16 r + c] = product of rows[r] and row c of the group (SideBySide::group), for 8 rows.
// panel_product_error() (panels.h) bounds its error, and says what follows from that. For bodies of
// at_level<Simd::v4>().
template <Simd L>
inline void row_products(Copy<L> copy, const float* const* rows, const float* group, size_t columns,
                         float* out) {
  const float* from[kRowsTogether];
  for (size_t j = 0;;) {
    const size_t some = std::min(kPanelColumns, columns - j);
    for (size_t r = 0; r < kRowsTogether; ++r) from[r] = rows[r] + j;
    const float* right = group + j * kSideBySide;
#if defined(__x86_64__)
    if constexpr (L >= Simd::v4) {
      internal::row_products_v4(from, right, some, j > 0, out);
      j += some;
      if (j >= columns) return;
      continue;
    }
#endif
    constexpr size_t kRows = L >= Simd::v3 ? 4 : 2;  // as many sums as there are registers
    for (size_t r = 0; r < kRowsTogether; r += kRows)
      internal::some_row_products<kRows>(copy, from + r, right, some, j > 0, out + r * kSideBySide);
    j += some;
    if (j >= columns) return;
  }
}

}  // namespace standfast
