// Which documents a split cannot tell apart: those that are on the same side of every fold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/corpus/row_set.h"

namespace standfast {

// By row the number of its pattern: equal for two rows just when each fold has both in train, both in
// validation, both in the test, both aside or neither in any. kMissing for rows that are in no fold. The
// numbers have no meaning beyond that; they are below `rows`.
std::vector<uint32_t> side_patterns(uint32_t rows, std::span<const Fold> folds);

// The rows that are in any fold.
RowSet used_rows(uint32_t rows, std::span<const Fold> folds);

// Which values of a column occur among the rows of a side, fold after fold. Only the rows that a fold has and
// the fold before had not are looked at: thousands of folds that each leave out a few rows cost as much as
// one.
class SideCodes {
 public:
  explicit SideCodes(const Column& column) : column_(&column), rows_of_(column.names.size(), 0) {}

  // Counts `rows` in place of `before`, which was counted (at first nothing is).
  void replace(const RowSet& before, const RowSet& rows) {
    for_each_difference(
        before, rows, [this](RowSet::Run run) { count(run, -1); },
        [this](RowSet::Run run) { count(run, 1); });
  }

  bool has(uint32_t code) const { return rows_of_[code] > 0; }
  size_t distinct() const { return distinct_; }

 private:
  void count(RowSet::Run run, int by) {
    for (uint64_t row = run.first; row <= run.last; ++row) {
      const uint32_t code = column_->codes[row];
      if (code == kMissing) continue;
      if (by > 0)
        distinct_ += rows_of_[code]++ == 0;
      else
        distinct_ -= --rows_of_[code] == 0;
    }
  }

  const Column* column_;
  std::vector<uint32_t> rows_of_;
  size_t distinct_ = 0;
};

}  // namespace standfast
