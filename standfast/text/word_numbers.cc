#include "standfast/text/word_numbers.h"

#include <algorithm>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace standfast {
namespace {

constexpr int kFirstBits = 12;
constexpr size_t kShort = 8;  // bytes of a word that is its own key

uint32_t four_bytes(const char* from) {
  uint32_t bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// Returns a key, different for different words of one length, if it is short.
uint64_t key_of(std::string_view word) {
  const char* const bytes = word.data();
  const size_t length = word.size();
  if (length > kShort) return XXH3_64bits(bytes, length);
  if (length >= 4) return four_bytes(bytes) | uint64_t{four_bytes(bytes + length - 4)} << 32;
  const auto byte = [&](size_t at) { return static_cast<uint64_t>(static_cast<unsigned char>(bytes[at])); };
  return length == 0 ? 0 : byte(0) | byte(length / 2) << 8 | byte(length - 1) << 16;
}

}  // namespace

WordNumbers::WordNumbers() : slots_(size_t{1} << kFirstBits), shift_(64 - kFirstBits) {}

uint32_t WordNumbers::number(std::string_view word) {
  const Slot wanted{key_of(word), static_cast<uint32_t>(words_.size()),
                    static_cast<uint32_t>(std::min<size_t>(word.size(), 1U << 30)) + 1};
  const size_t mask = slots_.size() - 1;
  size_t at = place_of(wanted);
  for (; slots_[at].length != 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.key == wanted.key && slot.length == wanted.length &&
        (word.size() <= kShort || words_[slot.number] == word))
      return slot.number;
  }
  slots_[at] = wanted;
  words_.emplace_back(word);
  if (2 * words_.size() > slots_.size()) grow();
  return wanted.number;
}

void WordNumbers::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  --shift_;
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.length == 0) continue;
    size_t at = place_of(slot);
    while (slots_[at].length != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

}  // namespace standfast
