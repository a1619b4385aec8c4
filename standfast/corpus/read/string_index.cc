#include "standfast/corpus/read/string_index.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace standfast {

uint32_t StringIndex::hash_of(std::string_view string) {
  return static_cast<uint32_t>(XXH3_64bits(string.data(), string.size()));
}

void StringIndex::grow() {
  Buffer<Slot> old(std::max<size_t>(2 * slots_.size(), 64), Slot{kFree, 0});
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.number == kFree) continue;
    size_t at = slot.hash & mask();
    while (slots_[at].number != kFree) at = (at + 1) & mask();
    slots_[at] = slot;
  }
}

}  // namespace standfast
