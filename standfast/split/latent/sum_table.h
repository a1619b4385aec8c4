// Sums of count vectors as a table with one bit for every vector up to the targets. Adding a count vector to all
// of them is one shifted OR over the table.
//
// The last class lies along the bits of a row of words, the other classes number the rows, the first one the
// slowest. So a shift is a step of whole rows and then of bits, and a row ends where its target ends: no carry
// from one row to the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

class SumTable {
 public:
  // Empty: without even the sum of nothing.
  explicit SumTable(std::span<const uint32_t> targets);

  // What one would take; UINT64_MAX where that has no 64 bits.
  static uint64_t bytes_for(std::span<const uint32_t> targets);
  uint64_t bytes() const { return words_.size() * sizeof(uint64_t); }

  void set(std::span<const uint32_t> sum);
  bool contains(std::span<const uint32_t> sum) const;

  // Every sum also with `counts` added, where that is beyond no target. with_nothing: also to the sum of nothing.
  // counts: at most the targets; not all 0.
  void add(std::span<const uint32_t> counts, bool with_nothing);

  // The sum with the largest total; of equal ones the first in lexicographic order. At least one must be set.
  std::vector<uint32_t> best() const;

 private:
  size_t rows_below(std::span<const uint32_t> sum) const;

  std::vector<uint32_t> targets_;
  std::vector<size_t> stride_;  // in rows, of each class but the last
  size_t row_words_ = 0;
  uint64_t last_word_mask_ = 0;
  std::vector<uint32_t> reach_;  // no sum has more in a class than this
  std::vector<uint64_t> words_;
};

}  // namespace standfast
