#include "standfast/text/word_numbers.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace standfast {
namespace {

constexpr uint32_t kFree = 0xffffffffU;

uint32_t upper_half(uint64_t hash) {
  return static_cast<uint32_t>(hash >> 32);
}

}  // namespace

WordNumbers::WordNumbers() : slots_(4096, Slot{kFree, 0}) {}

uint32_t WordNumbers::number(std::string_view word) {
  const uint64_t hash = XXH3_64bits(word.data(), word.size());
  const size_t mask = slots_.size() - 1;
  size_t at = static_cast<size_t>(hash) & mask;
  for (; slots_[at].number != kFree; at = (at + 1) & mask)
    if (slots_[at].hash == upper_half(hash) && words_[slots_[at].number] == word) return slots_[at].number;
  const auto number = static_cast<uint32_t>(words_.size());
  slots_[at] = {number, upper_half(hash)};
  words_.emplace_back(word);
  hashes_.push_back(hash);
  if (2 * words_.size() > slots_.size()) grow();
  return number;
}

void WordNumbers::grow() {
  const size_t mask = 2 * slots_.size() - 1;
  slots_.assign(mask + 1, Slot{kFree, 0});
  for (uint32_t number = 0; number < words_.size(); ++number) {
    size_t at = static_cast<size_t>(hashes_[number]) & mask;
    while (slots_[at].number != kFree) at = (at + 1) & mask;
    slots_[at] = {number, upper_half(hashes_[number])};
  }
}

}  // namespace standfast
