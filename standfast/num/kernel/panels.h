// Products of many rows with many rows, in float32. Rows stand in panels of 32: number j of row i is
// [(i / 32 * columns + j) * 32 + i % 32]. So the same numbers serve as the left factor, read one by one, and as
// the right one, read by lanes.
#pragma once

#include <algorithm>
#include <cstddef>

#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/lanes.h"

namespace standfast {

inline constexpr size_t kPanelRows = 32;

class Panels {
 public:
  // Numbers are unset until each row of each panel is set, also the rows that stand behind the last one.
  Panels(size_t rows, size_t columns)
      : columns_(columns),
        count_((rows + kPanelRows - 1) / kPanelRows),
        numbers_(count_ * columns * kPanelRows) {}

  size_t count() const { return count_; }
  size_t columns() const { return columns_; }
  const float* panel(size_t p) const { return numbers_.data() + p * columns_ * kPanelRows; }

  // number(j): number j of the row.
  template <class Number>
  void set(size_t row, const Number& number) {
    float* to = numbers_.data() + row / kPanelRows * columns_ * kPanelRows + row % kPanelRows;
    for (size_t j = 0; j < columns_; ++j) to[j * kPanelRows] = number(j);
  }

 private:
  size_t columns_, count_;
  Buffer<float> numbers_;
};

// How far a product of two rows x and y that is computed here may be from the true one, as a share of |x| |y|; for
// numbers that are so small that products vanish, 2^-140 for each column more. Which bits it has depends on the
// level. So whoever asks for products decides by such bounds, and computes by other means what he returns.
inline constexpr size_t kPanelColumns = 192;  // columns that are summed in one go: they fit the first cache
inline double panel_product_error(size_t columns) {
  const size_t pieces = (columns + kPanelColumns - 1) / kPanelColumns;
  return static_cast<double>(std::min(columns, kPanelColumns) + pieces + 2) * 0x1p-24;
}

namespace internal {

// out[r * stride + c] (+)= sum over j of x[32 j + r] * y[32 j + c], for R rows and 8 G columns.
template <size_t R, size_t G, Simd L>
inline void tile_products(Copy<L> copy, const float* x, const float* y, size_t columns, bool add, float* out,
                          size_t stride) {
  lanes::Floats sums[R][G] = {};
  for (size_t j = 0; j < columns; ++j) {
    lanes::Floats right[G];
#pragma GCC unroll 4
    for (size_t g = 0; g < G; ++g) lanes::load(right[g], y + j * kPanelRows + g * lanes::kLanes);
#pragma GCC unroll 8
    for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
      for (size_t g = 0; g < G; ++g) {
        // Fused multiply-adds would take ten times as long where no instruction does them.
        if constexpr (L >= lanes::internal::kFusedFrom)
          lanes::add_product(copy, x[j * kPanelRows + r], right[g], sums[r][g]);
        else
          sums[r][g] += x[j * kPanelRows + r] * right[g];
      }
  }
#pragma GCC unroll 8
  for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (size_t g = 0; g < G; ++g) {
      float* to = out + r * stride + g * lanes::kLanes;
      if (add) {
        lanes::Floats before;
        lanes::load(before, to);
        sums[r][g] += before;
      }
      lanes::store(to, sums[r][g]);
    }
}

#if defined(__x86_64__)
// The same for 8 rows and 32 columns.
STANDFAST_TARGET_V4 inline void tile_products_v4(const float* x, const float* y, size_t columns, bool add,
                                                 float* out, size_t stride) {
  __m512 low[8], high[8];
#pragma GCC unroll 8
  for (size_t r = 0; r < 8; ++r) low[r] = high[r] = _mm512_setzero_ps();
  for (size_t j = 0; j < columns; ++j) {
    const __m512 first = _mm512_loadu_ps(y + j * kPanelRows),
                 second = _mm512_loadu_ps(y + j * kPanelRows + 16);
#pragma GCC unroll 8
    for (size_t r = 0; r < 8; ++r) {
      const __m512 left = _mm512_set1_ps(x[j * kPanelRows + r]);
      low[r] = _mm512_fmadd_ps(left, first, low[r]);
      high[r] = _mm512_fmadd_ps(left, second, high[r]);
    }
  }
#pragma GCC unroll 8
  for (size_t r = 0; r < 8; ++r) {
    float* to = out + r * stride;
    if (add) {
      low[r] = _mm512_add_ps(low[r], _mm512_loadu_ps(to));
      high[r] = _mm512_add_ps(high[r], _mm512_loadu_ps(to + 16));
    }
    _mm512_storeu_ps(to, low[r]);
    _mm512_storeu_ps(to + 16, high[r]);
  }
}
#endif

}  // namespace internal

// out[a * stride + b] = product of row a of panel x and row b of panel y: 32 x 32 numbers. For bodies of
// at_level<Simd::v4>().
template <Simd L>
inline void panel_products(Copy<L> copy, const float* x, const float* y, size_t columns, float* out,
                           size_t stride) {
  size_t j = 0;
  do {
    const size_t some = std::min(kPanelColumns, columns - j);
    const float* left = x + j * kPanelRows;
    const float* right = y + j * kPanelRows;
#if defined(__x86_64__)
    if constexpr (L >= Simd::v4) {
      for (size_t r = 0; r < kPanelRows; r += 8)
        internal::tile_products_v4(left + r, right, some, j > 0, out + r * stride, stride);
      j += some;
      continue;
    }
#endif
    constexpr size_t kRows = L >= Simd::v3 ? 4 : 2;  // as many sums as there are registers
    for (size_t c = 0; c < kPanelRows; c += 2 * lanes::kLanes)
      for (size_t r = 0; r < kPanelRows; r += kRows)
        internal::tile_products<kRows, 2>(copy, left + r, right + c, some, j > 0, out + r * stride + c,
                                          stride);
    j += some;
  } while (j < columns);
}

}  // namespace standfast
