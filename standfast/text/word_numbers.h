// Numbers words in the order in which they come.
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
  // Of this word: its own, or, if it is new, words().size() before the call.
  uint32_t number(std::string_view word);
  const std::vector<std::string>& words() const { return words_; }  // by number
  std::vector<std::string> take_words() { return std::move(words_); }

 private:
  // Open addressing with linear probing. The upper half of the hash spares most looks at words that differ.
  struct Slot {
    uint32_t number, hash;
  };
  void grow();

  std::vector<Slot> slots_;
  std::vector<std::string> words_;
  std::vector<uint64_t> hashes_;  // by number
};

}  // namespace standfast
