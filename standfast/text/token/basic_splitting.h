// BERT's basic tokenization: words between white space, and each punctuation mark by itself.
#pragma once

#include <array>
#include <cstdint>

#include "standfast/text/token/aligned_text.h"
#include "standfast/text/token/properties.h"

namespace standfast::token {

// Calls word(begin, end), bytes of the text, for each in order.
template <class Word>
void for_each_basic_word(std::string_view text, const Word& word) {
  size_t begin = 0;
  const auto close = [&](size_t end) {
    if (begin < end) word(begin, end);
  };
  for (size_t at = 0; at < text.size();) {
    const size_t place = at;
    const CodePoint c = next_code_point(text, at);
    const bool alone = is_punctuation(c);
    if (!alone && !is_white(c)) continue;
    close(place);
    if (alone) word(place, at);
    begin = at;
  }
  close(text.size());
}

// Classes of bytes, for plain ASCII without a normalised copy, byte by byte.
enum class Plain : uint8_t { letter, white, punctuation, other };

constexpr std::array<Plain, 256> plain_kinds() {
  std::array<Plain, 256> kinds{};
  for (size_t i = 0; i < 256; ++i) {
    const auto c = static_cast<unsigned>(i);
    const bool letter = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    kinds[i] = letter                                            ? Plain::letter
               : c == ' ' || c == '\t' || c == '\n' || c == '\r' ? Plain::white
               : c > 0x20 && c < 0x7F                            ? Plain::punctuation
                                                                 : Plain::other;
  }
  return kinds;
}
inline constexpr std::array<Plain, 256> kPlainKinds = plain_kinds();

}  // namespace standfast::token
