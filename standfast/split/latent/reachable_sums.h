// The reachable sums of count vectors that exceed no target. They are a list while there are few
// (PackedSums), and a table of bits once that is smaller (SumTable); both are exact.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace standfast {

// Sums of count vectors as an ascending list, where a sum is a few words with its numbers side by side. This
// is efficient as long as few sums are reachable; beyond that a table with a bit for every sum is smaller.
//
// Each number has one bit more than its target needs. So two sums are added word by word, no number overflows
// into its neighbour, and the spare bits show if one exceeds its target. The first class is the most
// significant: ascending order is the lexicographic order of the vectors.

// The position of each number in the words of a sum.
struct PackedLayout {
  struct Field {
    size_t word = 0;
    uint32_t shift = 0, width = 0;  // without the spare bit
  };
  std::vector<Field> fields;  // by class
  size_t words = 0;
};
PackedLayout packed_layout(std::span<const uint32_t> targets);

template <size_t kWords>
class PackedSums {
 public:
  using Sum = std::array<uint64_t, kWords>;

  // Starts with the empty sum alone.
  PackedSums(std::span<const uint32_t> targets, PackedLayout layout)
      : layout_(std::move(layout)), sums_(1, Sum{}) {
    for (size_t c = 0; c < targets.size(); ++c) {
      const auto& field = layout_.fields[c];
      const uint64_t spare = uint64_t{1} << field.width;
      room_[field.word] |= (spare - 1 - targets[c]) << field.shift;
      spare_[field.word] |= spare << field.shift;
    }
  }

  size_t size() const { return sums_.size(); }
  uint64_t bytes() const { return sums_.size() * sizeof(Sum); }

  // Adds `counts` to every sum, and keeps the old and the new sums that exceed no target. with_nothing: also
  // adds to the empty sum.
  void add(std::span<const uint32_t> counts, bool with_nothing) {
    const Sum added = packed(counts);
    std::vector<Sum> both;
    both.reserve(2 * sums_.size());  // memory that is not written takes none
    size_t next = 0;                 // of the old sums
    for (size_t i = !with_nothing && sums_.front() == Sum{} ? 1 : 0; i < sums_.size(); ++i) {
      Sum sum;
      uint64_t beyond = 0;
      for (size_t w = 0; w < kWords; ++w) {
        sum[w] = sums_[i][w] + added[w];
        beyond |= (sum[w] + room_[w]) & spare_[w];
      }
      if (beyond != 0) continue;
      while (next < sums_.size() && less(sums_[next], sum)) both.push_back(sums_[next++]);
      if (next < sums_.size() && !less(sum, sums_[next])) ++next;
      both.push_back(sum);
    }
    both.insert(both.end(), sums_.begin() + static_cast<std::ptrdiff_t>(next), sums_.end());
    sums_ = std::move(both);
  }

  bool contains(std::span<const uint32_t> sum) const {
    const Sum wanted = packed(sum);
    size_t low = 0, high = sums_.size();
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (less(sums_[middle], wanted))
        low = middle + 1;
      else
        high = middle;
    }
    return low < sums_.size() && !less(wanted, sums_[low]);
  }

  // Drops the sums that cannot reach a total of `wanted`, whatever part of `rest` is added to them.
  void drop_hopeless(std::span<const uint32_t> targets, std::span<const uint64_t> rest, uint64_t wanted) {
    std::erase_if(sums_, [&](const Sum& sum) {
      uint64_t most = 0;
      for (size_t c = 0; c < targets.size(); ++c)
        most += std::min<uint64_t>(targets[c], number(sum, c) + rest[c]);
      return most < wanted;
    });
  }

  // Returns the sum with the largest total, the first one in a tie.
  std::vector<uint32_t> best() const {
    const size_t classes = layout_.fields.size();
    uint64_t most = 0;
    size_t place = 0;
    for (size_t i = 0; i < sums_.size(); ++i) {
      uint64_t total = 0;
      for (size_t c = 0; c < classes; ++c) total += number(sums_[i], c);
      if (total <= most) continue;
      most = total;
      place = i;
    }
    std::vector<uint32_t> numbers(classes);
    for (size_t c = 0; c < classes; ++c) numbers[c] = number(sums_[place], c);
    return numbers;
  }

  // Calls visit(sum) in ascending order, each as a vector of numbers.
  template <class Visit>
  void for_each(const Visit& visit) const {
    std::vector<uint32_t> numbers(layout_.fields.size());
    for (const Sum& sum : sums_) {
      for (size_t c = 0; c < numbers.size(); ++c) numbers[c] = number(sum, c);
      visit(numbers);
    }
  }

 private:
  // Compares two sums. For one word `<` on arrays would compare bytes by a call.
  static bool less(const Sum& a, const Sum& b) {
    if constexpr (kWords == 1) return a[0] < b[0];
    return a < b;
  }
  uint32_t number(const Sum& sum, size_t c) const {
    const auto& field = layout_.fields[c];
    return static_cast<uint32_t>((sum[field.word] >> field.shift) & ((uint64_t{1} << field.width) - 1));
  }
  Sum packed(std::span<const uint32_t> numbers) const {
    Sum sum{};
    for (size_t c = 0; c < numbers.size(); ++c)
      sum[layout_.fields[c].word] |= uint64_t{numbers[c]} << layout_.fields[c].shift;
    return sum;
  }

  PackedLayout layout_;
  Sum room_{}, spare_{};
  std::vector<Sum> sums_;
};

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
