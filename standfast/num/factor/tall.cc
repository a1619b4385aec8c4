#include "standfast/num/factor/tall.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"

namespace standfast {
namespace tall_parts {
namespace {

// The width of two vectors, side by side.
constexpr size_t kHalf = 4, kLanes = 2 * kHalf;
using Four = double __attribute__((vector_size(32), aligned(32)));

constexpr Simd kMostSimd = Simd::v4;
constexpr size_t kPart = 64;  // rows of a matrix that a thread takes at a time, and that stay in the cache
// The number of rows whose sums are kept separate, so that threads can share the work without changing any
// sum.
constexpr size_t kBlockRows = 64 * kPart;
constexpr size_t kTogether = 4;  // sums that are kept in registers: a number that is read serves all

void load(Four& lanes, const double* from) {
  std::memcpy(&lanes, from, sizeof lanes);
}
void store(double* to, const Four& lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

// Computes out = sum over the entries of row i of x of value * row of a.
void sparse_row(const CsrMatrix& x, size_t i, const Tall& a, double* out) {
  constexpr size_t kVectors = 8;
  const auto piece = [&]<size_t V>(size_t c) {
    Four sums[V] = {};
    for (size_t e = x.begin[i]; e < x.begin[i + 1]; ++e) {
      const double* from = a.row(x.columns[e]) + c;
      const double value = x.values[e];
#pragma GCC unroll 8
      for (size_t v = 0; v < V; ++v) {
        Four other;
        load(other, from + v * kHalf);
        sums[v] += value * other;
      }
    }
#pragma GCC unroll 8
    for (size_t v = 0; v < V; ++v) store(out + c + v * kHalf, sums[v]);
  };
  size_t c = 0;
  for (; c + kVectors * kHalf <= a.stride; c += kVectors * kHalf) piece.template operator()<kVectors>(c);
  for (; c < a.stride; c += kLanes) piece.template operator()<2>(c);
}

// Multiplies kTogether rows of a by b.
void dense_rows(const double* a, size_t stride, const Tall& b, bool triangular, double* out) {
  for (size_t c = 0; c < b.stride; c += kLanes) {
    const size_t end = triangular ? std::min(b.rows, c + kLanes) : b.rows;
    Four first[kTogether] = {}, second[kTogether] = {}, other, another;
    for (size_t k = 0; k < end; ++k) {
      load(other, b.row(k) + c);
      load(another, b.row(k) + c + kHalf);
#pragma GCC unroll 4
      for (size_t i = 0; i < kTogether; ++i) {
        first[i] += a[i * stride + k] * other;
        second[i] += a[i * stride + k] * another;
      }
    }
#pragma GCC unroll 4
    for (size_t i = 0; i < kTogether; ++i) {
      store(out + i * b.stride + c, first[i]);
      store(out + i * b.stride + c + kHalf, second[i]);
    }
  }
}

// Adds (a transposed times b) over `count` rows to sums. With symmetric only from the group of the diagonal
// on.
void add_columns(const double* a, const double* b, size_t count, size_t stride, bool symmetric,
                 double* sums) {
  for (size_t r = 0; r < stride; r += kTogether)
    for (size_t c = symmetric ? r / kLanes * kLanes : 0; c < stride; c += kLanes) {
      double* to = sums + r * stride + c;
      Four first[kTogether], second[kTogether], other, another;
#pragma GCC unroll 4
      for (size_t k = 0; k < kTogether; ++k) {
        load(first[k], to + k * stride);
        load(second[k], to + k * stride + kHalf);
      }
      for (size_t i = 0; i < count; ++i) {
        load(other, b + i * stride + c);
        load(another, b + i * stride + c + kHalf);
#pragma GCC unroll 4
        for (size_t k = 0; k < kTogether; ++k) {
          first[k] += a[i * stride + r + k] * other;
          second[k] += a[i * stride + r + k] * another;
        }
      }
#pragma GCC unroll 4
      for (size_t k = 0; k < kTogether; ++k) {
        store(to + k * stride, first[k]);
        store(to + k * stride + kHalf, second[k]);
      }
    }
}

// Computes the inverse of the upper triangle R with R^T R = gram; nothing if gram is not positive definite.
bool inverse_of_root(const Tall& gram, Tall& inverse) {
  const size_t n = gram.columns;
  Tall root = gram;
  for (size_t k = 0; k < n; ++k) {
    const double pivot = root.row(k)[k];
    if (!(pivot > 0)) return false;
    const double scale = 1 / std::sqrt(pivot);
    for (size_t c = k; c < n; ++c) root.row(k)[c] *= scale;
    for (size_t r = k + 1; r < n; ++r)
      for (size_t c = r; c < n; ++c) root.row(r)[c] -= root.row(k)[r] * root.row(k)[c];
  }
  inverse = Tall(n, n);
  for (size_t r = n; r-- > 0;) {
    double* mine = inverse.row(r);
    mine[r] = 1;
    for (size_t k = r + 1; k < n; ++k)
      for (size_t c = k; c < n; ++c) mine[c] -= root.row(r)[k] * inverse.row(k)[c];
    for (size_t c = r; c < n; ++c) mine[c] /= root.row(r)[r];
  }
  return true;
}

}  // namespace
}  // namespace tall_parts

Tall product(const CsrMatrix& x, const Tall& a, int threads) {
  using namespace tall_parts;
  assert(x.columns_count == a.rows);
  Tall out(x.rows(), a.columns);
  parallel_ranges(x.rows(), threads, kPart, [&](size_t begin, size_t end, int) {
    at_level<kMostSimd>([&](auto) {
      for (size_t i = begin; i < end; ++i) sparse_row(x, i, a, out.row(i));
    });
  });
  return out;
}

Tall product(const Tall& a, const Tall& b, bool triangular, int threads) {
  using namespace tall_parts;
  assert(a.columns == b.rows);
  Tall out(a.rows, b.columns);
  parallel_ranges(a.rows, threads, kPart, [&](size_t begin, size_t end, int) {
    at_level<kMostSimd>([&](auto) {
      size_t i = begin;
      for (; i + kTogether <= end; i += kTogether) dense_rows(a.row(i), a.stride, b, triangular, out.row(i));
      if (i == end) return;
      // The last rows once more, in the company of zeros.
      std::vector<double> rows(kTogether * a.stride), products(kTogether * b.stride);
      std::copy(a.row(i), a.row(i) + (end - i) * a.stride, rows.begin());
      dense_rows(rows.data(), a.stride, b, triangular, products.data());
      std::copy_n(products.begin(), (end - i) * b.stride, out.row(i));
    });
  });
  return out;
}

Tall product_of_columns(const Tall& a, const Tall& b, bool symmetric, int threads) {
  using namespace tall_parts;
  assert(a.rows == b.rows && a.stride == b.stride);
  const size_t stride = a.stride, blocks = (a.rows + kBlockRows - 1) / kBlockRows;
  std::vector<std::vector<double>> sums(blocks);
  parallel_for(blocks, threads, [&](size_t block) {
    sums[block].assign(stride * stride, 0.0);
    const size_t end = std::min(a.rows, (block + 1) * kBlockRows);
    at_level<kMostSimd>([&](auto) {
      for (size_t i = block * kBlockRows; i < end; i += kPart)
        add_columns(a.row(i), b.row(i), std::min(kPart, end - i), stride, symmetric, sums[block].data());
    });
  });
  Tall out(a.columns, b.columns);
  for (const auto& block : sums)
    for (size_t r = 0; r < out.rows; ++r)
      for (size_t c = symmetric ? r : 0; c < out.columns; ++c) out.row(r)[c] += block[r * stride + c];
  for (size_t r = 0; symmetric && r < out.rows; ++r)
    for (size_t c = 0; c < r; ++c) out.row(r)[c] = out.row(c)[r];
  return out;
}

bool orthonormalize(Tall& a, int threads) {
  using namespace tall_parts;
  // Two passes: the first leaves a part of the error of its sums, which grows with the square of the
  // condition number. The second removes it, if the first has come near.
  constexpr double kNear = 0.01;
  Tall inverse;
  if (!inverse_of_root(product_of_columns(a, a, true, threads), inverse)) return false;
  a = product(a, inverse, true, threads);
  const Tall gram = product_of_columns(a, a, true, threads);
  for (size_t r = 0; r < gram.rows; ++r)
    for (size_t c = 0; c < gram.columns; ++c)
      if (!(std::abs(gram.row(r)[c] - (r == c ? 1 : 0)) < kNear / static_cast<double>(gram.rows)))
        return false;
  if (!inverse_of_root(gram, inverse)) return false;
  a = product(a, inverse, true, threads);
  return true;
}

}  // namespace standfast
