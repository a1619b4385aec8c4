// Which sums of some count vectors are beyond no target. A list while there are few (packed_sums.h), a table of
// bits once that is smaller; both are exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "standfast/split/latent/packed_sums.h"

namespace standfast {

// Sums of count vectors as a table with one bit for every vector up to the targets. Adding a count vector to all
// of them is one shifted OR over the table.
//
// The last class lies along the bits of a row of words, the other classes number the rows, the first one the
// slowest. So a shift is a step of whole rows and then of bits, and a row ends where its target ends: no carry
// from one row to the next.
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

class ReachableSums {
 public:
  // Holds the sum of nothing. most_table_bytes: no table is larger.
  ReachableSums(std::span<const uint32_t> targets, uint64_t most_table_bytes);

  // Every sum also with `counts` added, where that is beyond no target. with_nothing: also to the sum of nothing.
  // counts: at most the targets; not all 0.
  void add(std::span<const uint32_t> counts, bool with_nothing);
  bool contains(std::span<const uint32_t> sum) const;
  // The sum with the largest total; of equal ones the first in lexicographic order.
  std::vector<uint32_t> best() const;

  // Drops sums that cannot come to a total of `wanted`, whatever of `rest` is added to them; a table keeps them.
  void drop_hopeless(std::span<const uint64_t> rest, uint64_t wanted);

  // What it takes now; add() needs up to twice as much for a list.
  uint64_t bytes() const;
  // Nothing for a table, which may stand for any number.
  std::optional<uint64_t> listed() const;

 private:
  using Sums = std::variant<PackedSums<1>, PackedSums<2>, PackedSums<4>, PackedSums<8>, PackedSums<16>,
                            PackedSums<64>, SumTable>;
  static Sums nothing_yet(std::span<const uint32_t> targets);
  void become_table();

  std::vector<uint32_t> targets_;
  uint64_t most_table_bytes_;
  Sums sums_;
};

// Above this number of classes a sum has no form.
inline constexpr size_t kMostSummedClasses = 64;

}  // namespace standfast
