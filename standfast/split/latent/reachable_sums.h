// Which sums of some count vectors are beyond no target. A list while there are few (packed_sums.h), a table of
// bits once that is smaller (sum_table.h); both are exact.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "standfast/split/latent/packed_sums.h"
#include "standfast/split/latent/sum_table.h"

namespace standfast {

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
