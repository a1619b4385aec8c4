// Side patterns: documents that are on the same side of every fold have the same pattern, and the split
// cannot tell them apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/corpus/row_set.h"

namespace standfast {

// Returns the number of the pattern of each row. Two rows have equal numbers if and only if each fold has
// both in train, both in validation, both in test, both aside or neither in any side. kMissing for rows that
// are in no fold. The numbers have no further meaning; they are below `rows`.
std::vector<uint32_t> side_patterns(uint32_t rows, std::span<const Fold> folds);

// Returns the rows that are in any fold.
RowSet used_rows(uint32_t rows, std::span<const Fold> folds);

// The values of a column that occur on a side, updated from fold to fold. Only rows that differ between
// consecutive folds are visited, so thousands of folds that each leave out a few rows cost as much as one
// fold.
class SideCodes {
 public:
  explicit SideCodes(const Column& column) : column_(&column), rows_of_(column.names.size(), 0) {}

  // Counts `rows` instead of `before`, the rows that were counted last (none at first).
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
