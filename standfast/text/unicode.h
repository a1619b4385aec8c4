// Character classes and lower-casing as in Python's str and re, so that features equal those of the field's
// usual tools. Properties come from ICU; ASCII does not need it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "standfast/text/utf8.h"

namespace standfast {

// \s of Python's re and str.isspace: bidirectional class WS, B or S, or category Zs. Stable since Unicode
// 6.3.
constexpr bool is_space(CodePoint c) {
  if (c < 0x80) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// \w of Python's re: letters (L*), everything with a numeric value (Nd, Nl, No and some others), and
// underscore. Combining marks are not word characters.
bool is_word(CodePoint c);

// str.isdigit of one character: numeric type Decimal or Digit (superscripts yes, fractions no).
bool is_digit(CodePoint c);

// str.lower: full Unicode mapping in the root locale. U+0130 becomes two code points. A capital sigma at the
// end of a word becomes the final sigma. Replaces the content of `out`.
void to_lower(std::string_view text, std::string& out);

// Writes to `to` the lower-case form of the code point at text[begin, end): one code point, or two for
// U+0130. For a capital sigma its neighbours decide. Returns how many were written.
size_t lower_code_point(std::string_view text, size_t begin, size_t end, CodePoint c, CodePoint to[2]);

// Every run of two or more whitespace characters becomes one space. A single whitespace character stays as it
// is. Nothing is stripped. Replaces the content of `out`.
void squeeze_whitespace(std::string_view text, std::string& out);

// Calls word(view) for every maximal run of at least `min_length` word characters. For 2 these are the tokens
// of Python's (?u)\b\w\w+\b, for 1 those of \b\w+\b.
template <class Body>
void for_each_word(std::string_view text, size_t min_length, Body&& word);

namespace internal {
// ASCII word characters by byte value.
inline constexpr auto kAsciiWord = [] {
  struct Table {
    bool at[128] = {};
  } table;
  for (int c = 0; c < 128; ++c)
    table.at[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  return table;
}();
}  // namespace internal

template <class Body>
void for_each_word(std::string_view text, size_t min_length, Body&& word) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t begin = at;
    size_t length = 0;  // code points
    size_t end = at;
    while (at < text.size()) {
      bool in_word;
      if (is_ascii(text[at])) {
        in_word = internal::kAsciiWord.at[static_cast<unsigned char>(text[at++])];
      } else {
        in_word = is_word(next_code_point(text, at));
      }
      if (!in_word) break;
      ++length;
      end = at;
    }
    if (length >= min_length && length > 0) word(text.substr(begin, end - begin));
  }
}

}  // namespace standfast
