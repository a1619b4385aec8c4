// Exact nearest neighbour search by cosine among sparse rows without negative numbers (counts, tf-idf).
// Cosines with all rows are summed in float32, column by column; rows that may be the nearest, or reach the
// cosine asked for, are then compared in double precision. (Rows that cannot win could be left out of the
// sums, as in Bayardo, Ma, Srikant 2007, Scaling up all pairs similarity search. On posts that took longer:
// finding out which is dearer than the sums.)
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/num/kernel/csr.h"

namespace standfast {

inline constexpr uint32_t kNoRow = 0xffffffffU;

struct NearRow {
  uint32_t row = kNoRow;
  double cosine = 0;  // equals row_cosine() (num/kernel/csr.h)
  friend bool operator==(const NearRow&, const NearRow&) = default;
};

// An inverted index: the rows of a matrix by column.
class RowIndex {
 public:
  // points must outlive the index.
  explicit RowIndex(const CsrMatrix& points);

  // The scratch memory of one thread.
  class Scratch {
    friend RowIndex;
    std::vector<float> cosines;  // by row; 0 between queries
    std::vector<float> most;     // the largest of a block of rows
  };

  // Returns the nearest row, the lowest of equals; none, with cosine 0, where no row shares a column with the
  // query.
  NearRow nearest(const CsrMatrix& queries, size_t query, Scratch& scratch) const;
  // Returns all rows with at least this cosine (> 0), ascending.
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

// Returns nearest() of every row of queries.
std::vector<NearRow> nearest_rows(const CsrMatrix& queries, const CsrMatrix& points, int threads = 1);

}  // namespace standfast
