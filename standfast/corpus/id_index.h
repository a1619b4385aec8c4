// Which row has an id. Open addressing over row numbers, each with 32 bits of its id's hash, so that a probe
// seldom looks at an id and growing never does; the ids themselves stay with their owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "standfast/num/buffer.h"

namespace standfast {

class IdIndex {
 public:
  // id_of(row), here and below, is the id of a row.
  template <class IdOf>
  std::optional<uint32_t> find(std::string_view id, const IdOf& id_of) const {
    if (slots_.empty()) return std::nullopt;
    const Slot& slot = slots_[place_of(hash_of(id), id, id_of)];
    return slot.row == kFree ? std::nullopt : std::optional(slot.row);
  }

  // The row that has the id already; otherwise nothing, and the next row (0, 1, 2, ...) has it from now on.
  template <class IdOf>
  std::optional<uint32_t> find_or_add(std::string_view id, const IdOf& id_of) {
    if (4 * (size_t{rows_} + 1) > 3 * slots_.size()) grow();
    const uint32_t hash = hash_of(id);
    Slot& slot = slots_[place_of(hash, id, id_of)];
    if (slot.row != kFree) return slot.row;
    slot = {rows_++, hash};
    return std::nullopt;
  }

  // The id will be looked for soon. With millions of ids the table is larger than the cache, and what is
  // fetched while other things are done need not be waited for.
  void expect(std::string_view id) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash_of(id) & mask()], 1);
  }

 private:
  struct Slot {
    uint32_t row, hash;
  };
  static constexpr uint32_t kFree = UINT32_MAX;

  static uint32_t hash_of(std::string_view id);
  size_t mask() const { return slots_.size() - 1; }
  // Where the id is, or the free slot where it would be put.
  template <class IdOf>
  size_t place_of(uint32_t hash, std::string_view id, const IdOf& id_of) const {
    size_t at = hash & mask();
    while (slots_[at].row != kFree && (slots_[at].hash != hash || id_of(slots_[at].row) != id))
      at = (at + 1) & mask();
    return at;
  }
  void grow();

  Buffer<Slot> slots_;  // a power of two, at most 3/4 full
  uint32_t rows_ = 0;
};

}  // namespace standfast
