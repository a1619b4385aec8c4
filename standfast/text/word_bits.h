// Bit masks of the words in ASCII text, 64 bytes at a time. Words are short, so a test of every byte costs a
// branch misprediction at nearly every end of a word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "standfast/text/sign_bits.h"

namespace standfast {

// Returns whether c is a letter, a digit or an underscore.
constexpr bool is_ascii_word(unsigned char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

inline constexpr size_t kWordBits = 64;

struct WordBits {
  bool ascii = true;   // no byte is beyond ASCII; else `words` means nothing
  uint64_t words = 0;  // bit i: set if byte i is a word character; 0 behind the text
};

// Computes the masks. text: at most kWordBits bytes.
inline WordBits word_bits(std::string_view text) {
  HalfBytes parts[4];  // halves, because compilers have no vectors of 32 bytes for every processor
  static_assert(sizeof parts == kWordBits);
  if (text.size() == kWordBits) {
    std::memcpy(parts, text.data(), sizeof parts);
  } else {
    std::memset(parts, 0, sizeof parts);
    if (!text.empty()) std::memcpy(parts, text.data(), text.size());
  }
  if (sign_bits((parts[0] | parts[1]) | (parts[2] | parts[3])) != 0) return {.ascii = false, .words = 0};
  WordBits found;
  for (int part = 0; part < 4; ++part) {
    const HalfBytes& v = parts[part];
    const HalfBytes small = v | 32;  // lowers letters; other bytes do not become letters
    const HalfBytes letters = (small >= 'a') & (small <= 'z');
    const HalfBytes digits = (v >= '0') & (v <= '9');
    found.words |= uint64_t{sign_bits(letters | digits | (v == '_'))} << (16 * part);
  }
  return found;
}

}  // namespace standfast
