// GPT-2's words: 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
#pragma once

#include <string_view>

#include "standfast/text/token/properties.h"

namespace standfast::token {

// Returns the length of a contraction that begins here, or 0. Lower case only.
inline size_t contraction(std::string_view text, size_t at) {
  if (text[at] != '\'' || at + 1 == text.size()) return 0;
  const char first = text[at + 1];
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return 2;
  const auto two = text.substr(at + 1, 2);
  return two == "re" || two == "ve" || two == "ll" ? 3 : 0;
}

// Calls word(begin, end), bytes of the text, for each in order. Nothing is left out.
template <class Word>
void for_each_byte_word(std::string_view text, const Word& word) {
  const auto kind_at = [&](size_t& at) { return kind_of(next_code_point(text, at)); };
  for (size_t begin = 0; begin < text.size();) {
    if (const size_t length = contraction(text, begin); length > 0) {
      word(begin, begin + length);
      begin += length;
      continue;
    }
    size_t at = begin;
    Kind kind = kind_at(at);
    if (text[begin] == ' ' && at < text.size()) {  // one space goes with what follows it
      size_t next = at;
      if (const Kind follower = kind_at(next); follower != Kind::white) {
        kind = follower;
        at = next;
      }
    }
    size_t last = begin;  // begin of the last code point of the word
    while (at < text.size()) {
      size_t next = at;
      if (kind_at(next) != kind) break;
      last = at;
      at = next;
    }
    // The last white space before something else is left to it, if there is more than one.
    const size_t end = kind == Kind::white && at < text.size() && last > begin ? last : at;
    word(begin, end);
    begin = end;
  }
}

}  // namespace standfast::token
