// Products of many rows with many rows, in float32. Rows stand in panels of 32: number j of row i is [(i / 32
// * columns + j) * 32 + i % 32]. So the same numbers serve as the left factor, read one by one, and as the
// right one, read by lanes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/lanes.h"

namespace standfast {

inline constexpr size_t kPanelRows = 32;

class Panels {
 public:
  // Allocates panels. Numbers are unset until each row of each panel is set, also the rows behind the last
  // one.
  Panels(size_t rows, size_t columns)
      : columns_(columns),
        count_((rows + kPanelRows - 1) / kPanelRows),
        numbers_(count_ * columns * kPanelRows) {}

  size_t count() const { return count_; }
  size_t columns() const { return columns_; }
  const float* panel(size_t p) const { return numbers_.data() + p * columns_ * kPanelRows; }
  float* panel(size_t p) { return numbers_.data() + p * columns_ * kPanelRows; }
  std::span<float> numbers() { return numbers_; }  // numbers of all panels

  // Sets a row. number(j): number j of the row.
  template <class Number>
  void set(size_t row, const Number& number) {
    float* to = numbers_.data() + row / kPanelRows * columns_ * kPanelRows + row % kPanelRows;
    for (size_t j = 0; j < columns_; ++j) to[j * kPanelRows] = number(j);
  }

 private:
  size_t columns_, count_;
  Buffer<float> numbers_;
};

// Bounds the error of a computed product of two rows x and y, as a share of |x| |y|; for numbers that are so
// small that products vanish, add 2^-140 for each column. The bits of a product depend on the level. So a
// user of products decides by such bounds, and computes the numbers it returns by other means.
inline constexpr size_t kPanelColumns = 192;  // columns that are summed in one go: they fit the first cache
inline double panel_product_error(size_t columns) {
  const size_t pieces = (columns + kPanelColumns - 1) / kPanelColumns;
  return static_cast<double>(std::min(columns, kPanelColumns) + pieces + 2) * 0x1p-24;
}

namespace internal {

// Numbers that are needed next and are prefetched: `share` of them for each column. They may lie behind the
// last one: a prefetch reads nothing.
struct Soon {
  const float* numbers;
  size_t share;
};

// Computes out[r * stride + c] (+)= sum over j of x[32 j + r] * y[32 j + c], for R rows and 8 G columns.
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
// Computes the same for 8 rows and 32 columns.
STANDFAST_TARGET_V4 inline void tile_products_v4(const float* x, const float* y, size_t columns, bool add,
                                                 float* out, size_t stride, Soon soon) {
  __m512 low[8], high[8];
#pragma GCC unroll 8
  for (size_t r = 0; r < 8; ++r) low[r] = high[r] = _mm512_setzero_ps();
  for (size_t j = 0; j < columns; ++j) {
    __builtin_prefetch(soon.numbers + j * soon.share, 0, 2);
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

// Computes products over the columns from `from` on, `some` of them: set where from is 0, else added to out.
template <Simd L>
inline void panel_products(Copy<L> copy, const float* x, const float* y, size_t from, size_t some, float* out,
                           size_t stride, [[maybe_unused]] internal::Soon soon) {
  const float* left = x + from * kPanelRows;
  const float* right = y + from * kPanelRows;
#if defined(__x86_64__)
  if constexpr (L >= Simd::v4) {
    for (size_t r = 0; r < kPanelRows; r += 8)
      internal::tile_products_v4(left + r, right, some, from > 0, out + r * stride, stride,
                                 {soon.numbers + r / 8 * some * soon.share, soon.share});
    return;
  }
#endif
  constexpr size_t kRows = L >= Simd::v3 ? 4 : 2;  // as many sums as there are registers
  for (size_t c = 0; c < kPanelRows; c += 2 * lanes::kLanes)
    for (size_t r = 0; r < kPanelRows; r += kRows)
      internal::tile_products<kRows, 2>(copy, left + r, right + c, some, from > 0, out + r * stride + c,
                                        stride);
}

// Computes out[a * stride + b] = product of row a of the panels x and row b of the panels y, which follow
// each other. For bodies of at_level<Simd::v4>(). A piece of a panel of y stays in the first cache while the
// pieces of x pass by, and the next piece of y is fetched meanwhile.
template <Simd L>
inline void block_products(Copy<L> copy, const float* x, size_t x_panels, const float* y, size_t y_panels,
                           size_t columns, float* out, size_t stride) {
  const size_t panel = columns * kPanelRows;
  const size_t share =
      (kPanelRows / 4 + x_panels - 1) / x_panels;  // share of the next piece, for each column
  size_t from = 0;
  do {
    const size_t some = std::min(kPanelColumns, columns - from);
    for (size_t b = 0; b < y_panels; ++b) {
      const float* next =
          b + 1 < y_panels ? y + (b + 1) * panel + from * kPanelRows : y + (from + some) * kPanelRows;
      for (size_t a = 0; a < x_panels; ++a)
        panel_products(copy, x + a * panel, y + b * panel, from, some, out + (a * stride + b) * kPanelRows,
                       stride, internal::Soon{next + a * 4 * some * share, share});
    }
    from += some;
  } while (from < columns);
}

}  // namespace standfast
