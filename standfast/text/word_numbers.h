// A dictionary that numbers words in the order in which they come.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standfast {

class WordNumbers {
 public:
  WordNumbers();
  // Returns the number of this word: its own, or, if it is new, words().size() before the call.
  uint32_t number(std::string_view word);
  const std::vector<std::string>& words() const { return words_; }  // by number
  std::vector<std::string> take_words() { return std::move(words_); }

 private:
  // A slot of a hash table with open addressing and linear probing. Most words have at most eight bytes:
  // their key is the word, so that a look at the slot decides. The key of a longer word is a hash.
  struct Slot {
    uint64_t key = 0;
    uint32_t number = 0;
    uint32_t length = 0;  // length of the word, plus 1; 0: the slot is free
  };
  size_t place_of(const Slot& word) const {
    return static_cast<size_t>((word.key ^ word.length) * kSpread >> shift_);
  }
  void grow();

  static constexpr uint64_t kSpread =
      0x9e3779b97f4a7c15;  // 2^64 / golden ratio: the upper bits depend on all
  std::vector<Slot> slots_;
  int shift_;  // 64 - log2 of the number of slots
  std::vector<std::string> words_;
};

}  // namespace standfast
