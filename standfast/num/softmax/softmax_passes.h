// The two passes over a sparse matrix of which a multinomial model consists, with all classes side by side:
//   rows:     z_i = sum over the entries e of row i of  x_e * table[column of e]      (scores of a document)
//   columns:  s_j = sum over the entries e of column j of x_e * table[row of e]       (gradient of a feature)
// Both gather: they write only the sum, in an order that does not depend on threads. Columns are renumbered
// by falling number of entries, so that the most used weights lie together in the cache. If all values are 1
// (presence), values are not stored.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "standfast/base/at_level.h"
#include "standfast/base/parallel.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/lanes.h"

namespace standfast::softmax {

inline constexpr Simd kMostSimd = Simd::v4;

// An allocator of tables that begin at a cache line. 16 floats or 8 doubles of a table's row fill one line,
// so such a row does not spread over two lines.
template <class T>
struct LineAllocator : UnsetAllocator<T> {
  template <class U>
  struct rebind {
    using other = LineAllocator<U>;
  };
  T* allocate(size_t count) {
    constexpr size_t kLine = 64, kLarge = size_t{4} << 20;  // large ones are aligned anyway
    if (count > kLarge / sizeof(T)) return UnsetAllocator<T>::allocate(count);
    void* memory = std::aligned_alloc(kLine, (count * sizeof(T) + kLine - 1) / kLine * kLine);
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
};
template <class T>
using Table = std::vector<T, LineAllocator<T>>;

template <class Real>
struct LanesOf {
  using Type = lanes::Floats;
};
template <>
struct LanesOf<double> {
  using Type = double __attribute__((vector_size(64), aligned(64)));
};

// The labels and weights of the rows of a fit.
struct Rows {
  std::span<const uint32_t> labels;
  std::span<const double> weights = {};  // above 0; empty: all 1
  double weight(size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
};

// Returns the rows of a table times the weights of the rows: the table itself if all weights are 1, else
// `scratch`.
inline const Table<double>& weighted(const Table<double>& table, const Rows& rows, size_t stride,
                                     Table<double>& scratch) {
  if (rows.weights.empty()) return table;
  scratch.resize(table.size());
  for (size_t k = 0; k < table.size(); ++k) scratch[k] = rows.weights[k / stride] * table[k];
  return scratch;
}

// The entries of rows (or of columns), in compressed form.
struct Lists {
  std::vector<uint64_t> begin;
  Buffer<uint32_t> other;  // the column (or row) of an entry
  Buffer<float> floats;    // values, in both precisions; empty: all values are 1
  Buffer<double> doubles;
  std::vector<size_t> blocks;  // lists [blocks[b], blocks[b + 1]) are one piece of work
  size_t size() const { return begin.size() - 1; }
  template <class Real>
  const Real* values() const {
    if constexpr (std::is_same_v<Real, float>) return floats.data();
    if constexpr (std::is_same_v<Real, double>) return doubles.data();
  }
};

// Computes out[0 .. 8 G) = sum over the entries of values * table[other * stride ..].
template <size_t G, bool kUnit, class Real>
inline void gather(const uint32_t* other, const Real* values, size_t entries, const Real* table,
                   size_t stride, Real* out) {
  using Lane = typename LanesOf<Real>::Type;
  Lane even[G] = {}, odd[G] = {};  // two chains of additions run in parallel
  const auto add = [&](Lane* sums, size_t e) {
    const Real* row = table + size_t{other[e]} * stride;
    for (size_t g = 0; g < G; ++g) {
      Lane lane;
      std::memcpy(&lane, row + g * lanes::kLanes, sizeof lane);
      if constexpr (kUnit)
        sums[g] += lane;
      else
        sums[g] += values[e] * lane;
    }
  };
  size_t e = 0;
  for (; e + 2 <= entries; e += 2) {
    add(even, e);
    add(odd, e + 1);
  }
  if (e < entries) add(even, e);
  for (size_t g = 0; g < G; ++g) {
    const Lane sum = even[g] + odd[g];
    std::memcpy(out + g * lanes::kLanes, &sum, sizeof sum);
  }
}

// Adds table[other * stride ..] += values * row[0 .. 8 G), one entry after the other.
template <size_t G, bool kUnit>
inline void scatter(const uint32_t* other, const float* values, size_t entries, const float* row,
                    float* table, size_t stride) {
  lanes::Floats mine[G], sum;
  for (size_t g = 0; g < G; ++g) lanes::load(mine[g], row + g * lanes::kLanes);
  for (size_t e = 0; e < entries; ++e) {
    float* to = table + size_t{other[e]} * stride;
    for (size_t g = 0; g < G; ++g) {
      lanes::load(sum, to + g * lanes::kLanes);
      if constexpr (kUnit)
        sum += mine[g];
      else
        sum += values[e] * mine[g];
      lanes::store(to + g * lanes::kLanes, sum);
    }
  }
}

class Passes {
 public:
  Passes(const CsrMatrix& x, size_t classes, int threads);

  size_t rows() const { return rows_.size(); }
  size_t columns() const { return columns_.size(); }
  size_t stride() const { return stride_; }  // numbers in a row of a table: the classes, then zeros
  int threads() const { return threads_; }
  const std::vector<uint32_t>& order() const { return order_; }  // column k here is column order()[k] of x
  const Lists& row_lists() const { return rows_; }
  const Lists& column_lists() const { return columns_; }

  // Calls body(block, i, Real* z) for each row. table has columns() rows.
  template <class Real, class Body>
  void over_rows(const Real* table, const Body& body) const {
    over(rows_, table, body);
  }
  // Calls body(block, j, Real* s) for each column. table has rows() rows.
  template <class Real, class Body>
  void over_columns(const Real* table, const Body& body) const {
    over(columns_, table, body);
  }

 private:
  template <class Real, class Body>
  void over(const Lists& lists, const Real* table, const Body& body) const {
    parallel_for(lists.blocks.size() - 1, threads_, [&](size_t block) {
      std::vector<Real> sums(kTogether * stride_);
      const size_t end = lists.blocks[block + 1];
      for (size_t first = lists.blocks[block]; first < end; first += kTogether) {
        const size_t last = std::min(end, first + kTogether);
        gather_lists(lists, first, last, table, sums.data());
        at_level<kMostSimd>([&](auto) {
          for (size_t i = first; i < last; ++i) body(block, i, sums.data() + (i - first) * stride_);
        });
      }
    });
  }
  // Computes the sums of lists [first, last), one after the other. Compiled once, apart from the code that
  // uses the sums.
  void gather_lists(const Lists& lists, size_t first, size_t last, const float* table, float* sums) const;
  void gather_lists(const Lists& lists, size_t first, size_t last, const double* table, double* sums) const;

  static constexpr size_t kTogether = 16;  // few enough that their sums stay in the first cache
  size_t stride_;
  int threads_;
  Lists rows_, columns_;
  std::vector<uint32_t> order_;
};

}  // namespace standfast::softmax
