// A dictionary that numbers strings: the row of an id, the code of a category. Open addressing over the
// numbers, each with 32 bits of its string's hash, so that a probe seldom looks at a string and growing never
// does; the strings themselves stay with their owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "standfast/num/kernel/buffer.h"

namespace standfast {

class StringIndex {
 public:
  // Finds the number of a string. string_of(number), here and below, is the string that has a number.
  template <class StringOf>
  std::optional<uint32_t> find(std::string_view string, const StringOf& string_of) const {
    if (slots_.empty()) return std::nullopt;
    const Slot& slot = slots_[place_of(hash_of(string), string, string_of)];
    return slot.number == kFree ? std::nullopt : std::optional(slot.number);
  }

  // Returns the number that the string has already; otherwise nothing, and it has the next (0, 1, 2, ...)
  // from now on.
  template <class StringOf>
  std::optional<uint32_t> find_or_add(std::string_view string, const StringOf& string_of) {
    if (4 * (size_t{count_} + 1) > 3 * slots_.size()) grow();
    const uint32_t hash = hash_of(string);
    Slot& slot = slots_[place_of(hash, string, string_of)];
    if (slot.number != kFree) return slot.number;
    slot = {count_++, hash};
    return std::nullopt;
  }

  // Prefetches the place of a string that will be looked for soon. With millions of strings the table is
  // larger than the cache; the place is fetched while other work is done, so that no look-up waits for it.
  void expect(std::string_view string) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash_of(string) & mask()], 1);
  }

 private:
  struct Slot {
    uint32_t number, hash;
  };
  static constexpr uint32_t kFree = UINT32_MAX;

  static uint32_t hash_of(std::string_view string);
  size_t mask() const { return slots_.size() - 1; }
  // Returns the place of the string, or the free slot where it would be put.
  template <class StringOf>
  size_t place_of(uint32_t hash, std::string_view string, const StringOf& string_of) const {
    size_t at = hash & mask();
    while (slots_[at].number != kFree && (slots_[at].hash != hash || string_of(slots_[at].number) != string))
      at = (at + 1) & mask();
    return at;
  }
  void grow();

  Buffer<Slot> slots_;  // a power of two, at most 3/4 full
  uint32_t count_ = 0;
};

}  // namespace standfast
