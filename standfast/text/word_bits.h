// Where the words of ASCII text are, 64 bytes at a time. Words are short, so a look at every byte costs a wrong guess of
// the processor at nearly every end of a word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "standfast/text/sign_bits.h"

namespace standfast {

// Letters, digits and underscore.
constexpr bool is_ascii_word(unsigned char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

inline constexpr size_t kWordBits = 64;

struct WordBits {
  bool ascii = true;   // no byte is beyond ASCII; else `words` means nothing
  uint64_t words = 0;  // bit i: whether byte i is a word character; 0 behind the text
};

// text: at most kWordBits bytes.
inline WordBits word_bits(std::string_view text) {
  Bytes halves[2];
  static_assert(sizeof halves == kWordBits);
  if (text.size() == kWordBits) {
    std::memcpy(halves, text.data(), sizeof halves);
  } else {
    std::memset(halves, 0, sizeof halves);
    if (!text.empty()) std::memcpy(halves, text.data(), text.size());
  }
  WordBits found;
  for (int half = 0; half < 2; ++half) {
    constexpr Copy<Simd::baseline> kCopy;
    const Bytes& v = halves[half];
    if (sign_bits(kCopy, v) != 0) return {.ascii = false, .words = 0};
    const Bytes small = v | 32;  // of letters; other bytes do not become letters
    const Bytes letters = (small >= 'a') & (small <= 'z');
    const Bytes digits = (v >= '0') & (v <= '9');
    found.words |= uint64_t{sign_bits(kCopy, letters | digits | (v == '_'))} << (32 * half);
  }
  return found;
}

}  // namespace standfast
