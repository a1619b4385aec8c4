// The reachable sums of count vectors that exceed no target. They are a list while there are few
// (packed_sums.h), and a table of bits once that is smaller; both are exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "standfast/split/latent/packed_sums.h"

namespace standfast {

// Sums of count vectors as a table with one bit for every vector up to the targets. Adding a count vector to
// all of them is one shifted OR over the table.
//
// The last class lies along the bits of a row of words; the other classes number the rows, the first one
// varying slowest. So a shift is a step of whole rows and then of bits, and a row ends where its target ends:
// there is no carry from one row to the next.
class SumTable {
 public:
  // Creates an empty table, which lacks even the empty sum.
  explicit SumTable(std::span<const uint32_t> targets);

  // Returns the memory of such a table; UINT64_MAX if it exceeds 64 bits.
  static uint64_t bytes_for(std::span<const uint32_t> targets);
  uint64_t bytes() const { return words_.size() * sizeof(uint64_t); }

  void set(std::span<const uint32_t> sum);
  bool contains(std::span<const uint32_t> sum) const;

  // Adds `counts` to every sum, and keeps the old and the new sums that exceed no target. with_nothing: also
  // adds to the empty sum. counts: at most the targets; not all 0.
  void add(std::span<const uint32_t> counts, bool with_nothing);

  // Returns the sum with the largest total, the first in lexicographic order in a tie. At least one sum must
  // be set.
  std::vector<uint32_t> best() const;

 private:
  size_t rows_below(std::span<const uint32_t> sum) const;

  std::vector<uint32_t> targets_;
  std::vector<size_t> stride_;  // in rows, of each class but the last
  size_t row_words_ = 0;
  uint64_t last_word_mask_ = 0;
  std::vector<uint32_t> reach_;  // by class: an upper bound on the counts of all sums
  std::vector<uint64_t> words_;
};

class ReachableSums {
 public:
  // Starts with the empty sum alone. most_table_bytes: the size limit of a table.
  ReachableSums(std::span<const uint32_t> targets, uint64_t most_table_bytes);

  // Adds `counts` to every sum, and keeps the old and the new sums that exceed no target. with_nothing: also
  // adds to the empty sum. counts: at most the targets; not all 0.
  void add(std::span<const uint32_t> counts, bool with_nothing);
  bool contains(std::span<const uint32_t> sum) const;
  // Returns the sum with the largest total, the first in lexicographic order in a tie.
  std::vector<uint32_t> best() const;

  // Drops sums that cannot reach a total of `wanted`, whatever part of `rest` is added to them; a table keeps
  // them.
  void drop_hopeless(std::span<const uint64_t> rest, uint64_t wanted);

  // Returns the memory in use; add() needs up to twice as much for a list.
  uint64_t bytes() const;
  // Returns the number of sums in the list; nothing for a table, which may hold any number.
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

// The largest number of classes that a sum can have.
inline constexpr size_t kMostSummedClasses = 64;

}  // namespace standfast
