#include "standfast/num/kernel/product.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

constexpr size_t kWidth = kPanelRows;
// The number of columns that are summed in one go. A panel's share of them takes 32 kB, and stays in the
// first cache while the rows pass by.
constexpr size_t kDepth = 256;
// The number of rows for one pass over the panels: with their share of the columns they stay in the second
// cache.
constexpr size_t kRowsAtOnce = 192;
// The number of panels for one piece of work.
constexpr size_t kPanelsAtOnce = 16;

// A block of a result: to[r][c] = from[r][c] + sum over j of x[r][j] * panel[j][c], r < R, c < 32. A stride
// of 0 starts all rows from one.
struct Block {
  const float* x;  // x[r][j] is at r * x_stride + j * x_step
  size_t x_stride, x_step;
  const float* panel;
  size_t depth;
  const float* from;
  size_t from_stride;
  float* to;
  size_t to_stride;
};

template <size_t R, Simd L>
void multiply_by_lanes(Copy<L> copy, const Block& b) {
  for (size_t c = 0; c < kWidth; c += lanes::kLanes) {
    lanes::Floats sums[R];
    for (size_t r = 0; r < R; ++r) lanes::load(sums[r], b.from + r * b.from_stride + c);
    for (size_t j = 0; j < b.depth; ++j) {
      lanes::Floats right;
      lanes::load(right, b.panel + j * kWidth + c);
      for (size_t r = 0; r < R; ++r)
        lanes::add_product(copy, b.x[r * b.x_stride + j * b.x_step], right, sums[r]);
    }
    for (size_t r = 0; r < R; ++r) lanes::store(b.to + r * b.to_stride + c, sums[r]);
  }
}

#if defined(__x86_64__)
template <size_t R>
STANDFAST_TARGET_V3 void multiply_v3(const Block& b) {
  for (size_t c = 0; c < kWidth; c += 16) {
    __m256 low[R], high[R];
#pragma GCC unroll 6
    for (size_t r = 0; r < R; ++r) {
      low[r] = _mm256_loadu_ps(b.from + r * b.from_stride + c);
      high[r] = _mm256_loadu_ps(b.from + r * b.from_stride + c + 8);
    }
    const float* panel = b.panel + c;
    const float* x = b.x;
    for (size_t j = 0; j < b.depth; ++j, panel += kWidth, x += b.x_step) {
      const __m256 first = _mm256_loadu_ps(panel), second = _mm256_loadu_ps(panel + 8);
#pragma GCC unroll 6
      for (size_t r = 0; r < R; ++r) {
        const __m256 left = _mm256_broadcast_ss(x + r * b.x_stride);
        low[r] = _mm256_fmadd_ps(left, first, low[r]);
        high[r] = _mm256_fmadd_ps(left, second, high[r]);
      }
    }
#pragma GCC unroll 6
    for (size_t r = 0; r < R; ++r) {
      _mm256_storeu_ps(b.to + r * b.to_stride + c, low[r]);
      _mm256_storeu_ps(b.to + r * b.to_stride + c + 8, high[r]);
    }
  }
}

template <size_t R>
STANDFAST_TARGET_V4 void multiply_v4(const Block& b) {
  __m512 low[R], high[R];
#pragma GCC unroll 12
  for (size_t r = 0; r < R; ++r) {
    low[r] = _mm512_loadu_ps(b.from + r * b.from_stride);
    high[r] = _mm512_loadu_ps(b.from + r * b.from_stride + 16);
  }
  const float* panel = b.panel;
  const float* x = b.x;
  for (size_t j = 0; j < b.depth; ++j, panel += kWidth, x += b.x_step) {
    const __m512 first = _mm512_loadu_ps(panel), second = _mm512_loadu_ps(panel + 16);
#pragma GCC unroll 12
    for (size_t r = 0; r < R; ++r) {
      const __m512 left = _mm512_set1_ps(x[r * b.x_stride]);
      low[r] = _mm512_fmadd_ps(left, first, low[r]);
      high[r] = _mm512_fmadd_ps(left, second, high[r]);
    }
  }
#pragma GCC unroll 12
  for (size_t r = 0; r < R; ++r) {
    _mm512_storeu_ps(b.to + r * b.to_stride, low[r]);
    _mm512_storeu_ps(b.to + r * b.to_stride + 16, high[r]);
  }
}
#endif

template <Simd L>
constexpr size_t kBlockRows = L >= Simd::v4   ? 12
                              : L >= Simd::v3 ? 6
                                              : 2;

template <size_t R, Simd L>
void multiply(Copy<L> copy, const Block& b) {
#if defined(__x86_64__)
  if constexpr (L >= Simd::v4) {
    multiply_v4<R>(b);
    return;
  } else if constexpr (L >= Simd::v3) {
    multiply_v3<R>(b);
    return;
  }
#endif
  multiply_by_lanes<R>(copy, b);
}

// Multiplies the last rows, fewer than a whole block has.
template <size_t R, Simd L>
void multiply_some(Copy<L> copy, const Block& b, size_t rows) {
  if (rows == R)
    multiply<R>(copy, b);
  else if constexpr (R > 1)
    multiply_some<R - 1>(copy, b, rows);
}

// Multiplies a block beside the result, which has fewer than 32 columns left.
template <Simd L>
void multiply_narrow(Copy<L> copy, Block b, size_t rows, size_t columns) {
  float beside[kBlockRows<L> * kWidth];
  const Block narrow = b;
  for (size_t r = 0; r < rows; ++r) {
    std::memset(beside + r * kWidth, 0, kWidth * sizeof(float));
    std::memcpy(beside + r * kWidth, narrow.from + r * narrow.from_stride, columns * sizeof(float));
  }
  b.from = b.to = beside;
  b.from_stride = b.to_stride = kWidth;
  multiply_some<kBlockRows<L>>(copy, b, rows);
  for (size_t r = 0; r < rows; ++r)
    std::memcpy(narrow.to + r * narrow.to_stride, beside + r * kWidth, columns * sizeof(float));
}

constexpr float kZeros[kWidth] = {};

struct Piece {
  size_t first_row, last_row, first_panel, last_panel;
};

// The left factor: number k of row r is at r * stride + k * step.
struct Left {
  const float* data;
  size_t stride, step, depth;
};

// The result: column c of panel p of row r is at r * stride + p * panel + c.
struct Into {
  float* data;
  size_t stride, panel, columns;
};

template <Simd L>
void product_piece(Copy<L> copy, const Left& x, const Panels& weights, const Start& start, const Into& y,
                   const Piece& piece) {
  constexpr size_t kRows = kBlockRows<L>;
  size_t from = 0;
  do {
    const size_t depth = std::min(kDepth, x.depth - from);
    for (size_t p = piece.first_panel; p < piece.last_panel; ++p) {
      const size_t columns = std::min(kWidth, y.columns - p * kWidth);
      for (size_t r = piece.first_row; r < piece.last_row; r += kRows) {
        const size_t rows = std::min(kRows, piece.last_row - r);
        float* to = y.data + r * y.stride + p * y.panel;
        Block block{x.data + r * x.stride + from * x.step,
                    x.stride,
                    x.step,
                    weights.panel(p) + from * kWidth,
                    depth,
                    to,
                    y.stride,
                    to,
                    y.stride};
        if (from == 0 && start.with != Start::With::result) {
          block.from = start.with == Start::With::row ? start.numbers.data() + p * kWidth : kZeros;
          block.from_stride = 0;
        }
        if (columns < kWidth)
          multiply_narrow(copy, block, rows, columns);
        else if (rows == kRows)
          multiply<kRows>(copy, block);
        else
          multiply_some<kRows>(copy, block, rows);
      }
    }
    from += depth;
  } while (from < x.depth);
}

}  // namespace

Panels pack_outputs(const Strided<const float>& weights) {
  Panels panels(weights.rows, weights.columns);
  for (size_t o = 0; o < panels.count() * kPanelRows; ++o)
    panels.set(o, [&](size_t k) { return o < weights.rows ? weights.row(o)[k] : 0.0F; });
  return panels;
}

Panels pack_columns(const Strided<const float>& weights) {
  Panels panels(weights.columns, weights.rows);
  for (size_t p = 0; p < panels.count(); ++p) {
    const size_t columns = std::min(kWidth, weights.columns - p * kWidth);
    for (size_t k = 0; k < weights.rows; ++k) {
      float* to = panels.panel(p) + k * kWidth;
      std::copy_n(weights.row(k) + p * kWidth, columns, to);
      std::fill(to + columns, to + kWidth, 0.0F);
    }
  }
  return panels;
}

void product(const Strided<const float>& x, const Panels& weights, const Start& start,
             const Strided<float>& y, int threads) {
  assert(x.columns == weights.columns() && x.rows == y.rows);
  assert(y.columns <= weights.count() * kWidth);
  assert(start.with != Start::With::row || start.numbers.size() >= y.columns);
  if (x.rows == 0 || y.columns == 0) return;
  const size_t panels = (y.columns + kWidth - 1) / kWidth;
  const size_t across = (panels + kPanelsAtOnce - 1) / kPanelsAtOnce;
  const size_t down = (x.rows + kRowsAtOnce - 1) / kRowsAtOnce;
  const auto piece_of_work = [&](size_t i) {
    const size_t row = i / across * kRowsAtOnce, panel = i % across * kPanelsAtOnce;
    const Piece piece{row, std::min(row + kRowsAtOnce, x.rows), panel,
                      std::min(panel + kPanelsAtOnce, panels)};
    at_level<Simd::v4>([&](auto copy) {
      product_piece(copy, Left{x.data, x.stride, 1, x.columns}, weights, start,
                    Into{y.data, y.stride, kWidth, y.columns}, piece);
    });
  };
  // Small products, such as in attention, have no time to ask for threads.
  if (threads <= 1 || down * across == 1)
    for (size_t i = 0; i < down * across; ++i) piece_of_work(i);
  else
    parallel_for(down * across, threads, piece_of_work);
}

void add_outer_products(const Strided<const float>& x, const Strided<const float>& y, size_t first_panel,
                        Panels& sums) {
  assert(x.rows == y.rows && x.columns == sums.columns());
  assert(first_panel * kWidth + y.columns <= sums.count() * kWidth);
  if (x.rows == 0 || y.columns == 0 || x.columns == 0) return;
  const Panels right = pack_columns(y);
  const Into into{sums.panel(first_panel), kWidth, x.columns * kWidth, right.count() * kWidth};
  for (size_t row = 0; row < x.columns; row += kRowsAtOnce) {
    const Piece piece{row, std::min(row + kRowsAtOnce, x.columns), 0, right.count()};
    at_level<Simd::v4>([&](auto copy) {
      product_piece(copy, Left{x.data, 1, x.stride, x.rows}, right, {Start::With::result}, into, piece);
    });
  }
}

void turn(const Panels& outputs, size_t first_panel, size_t last_panel, Panels& across) {
  // A square of 32 x 32 numbers lies in one piece in both.
  for (size_t p = first_panel; p < last_panel; ++p)
    for (size_t i = 0; i < outputs.columns(); ++i) {
      const float* from = outputs.panel(p) + i * kWidth;
      float* to = across.panel(i / kWidth) + p * kWidth * kWidth + i % kWidth;
      const size_t rows = std::min(kWidth, across.columns() - p * kWidth);
      for (size_t c = 0; c < rows; ++c) to[c * kWidth] = from[c];
    }
}

}  // namespace standfast
