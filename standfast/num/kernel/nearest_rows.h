// Of sparse rows without negative numbers (counts, tf-idf), the nearest by cosine, exactly. Words of few rows come
// first. Once the words that are left cannot lift a new row to the best one found so far, or to the cosine asked
// for, only rows met before are compared in full (the idea of Bayardo, Ma, Srikant 2007, Scaling up all pairs
// similarity search, section 4). So the most frequent words, which cost the most, are mostly not looked at. Where they
// carry most of the length (counts of all words), they are looked at as far as that rules out rows more cheaply than
// full comparisons.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/csr.h"

namespace standfast {

inline constexpr uint32_t kNoRow = 0xffffffffU;

struct NearRow {
  uint32_t row = kNoRow;
  double cosine = 0;  // as row_cosine() (num/kernel/sparse.h)
  friend bool operator==(const NearRow&, const NearRow&) = default;
};

// The rows of a matrix by column.
class RowIndex {
 public:
  // points must outlive the index.
  explicit RowIndex(const CsrMatrix& points);

  // Memory of one thread.
  class Scratch {
    friend RowIndex;
    std::vector<float> cosines;  // by row, as far as summed
    std::vector<uint32_t> met;
    std::vector<uint32_t> rows;   // of these: they may be the nearest
    std::vector<uint32_t> order;  // the entries of the query
  };

  // The nearest row, the lowest of equals; none, with cosine 0, where no row shares a column with the query.
  NearRow nearest(const CsrMatrix& queries, size_t query, Scratch& scratch) const;
  // All rows with at least this cosine (> 0), ascending.
  std::vector<NearRow> at_least(double cosine, const CsrMatrix& queries, size_t query,
                                Scratch& scratch) const;

 private:
  // Calls met(row) for every row whose cosine may be the greatest of all and at least `floor`.
  template <class Met>
  void gather(double floor, bool only_best, const CsrMatrix& queries, size_t query, Scratch& scratch,
              const Met& met) const;
  double cosine_of(const CsrMatrix& queries, size_t query, double length, uint32_t row) const;

  const CsrMatrix& points_;
  std::vector<double> lengths_;  // by row
  std::vector<uint64_t> begin_;  // by column, columns + 1
  Buffer<uint32_t> rows_;
  Buffer<float> shares_;  // value / length of the row
};

// nearest() of every row of queries.
std::vector<NearRow> nearest_rows(const CsrMatrix& queries, const CsrMatrix& points, int threads = 1);

}  // namespace standfast
