// Character classes and lower-casing as in Python's str and re, so that features equal the features of the
// field's usual tools. Properties come from ICU; ASCII does not need it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "standfast/text/utf8.h"

namespace standfast {

// Returns whether c is \s of Python's re and str.isspace: bidirectional class WS, B or S, or category Zs.
// Stable since Unicode 6.3.
constexpr bool is_space(CodePoint c) {
  if (c < 0x80) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// Returns whether c is \w of Python's re: letters (L*), everything with a numeric value (Nd, Nl, No and some
// others), and underscore. Combining marks are not; words.h treats the words that contain them.
bool is_word(CodePoint c);

// Returns str.isdigit of one character: numeric type Decimal or Digit (superscripts yes, fractions no).
bool is_digit(CodePoint c);

// Computes str.lower: full Unicode mapping in the root locale. U+0130 becomes two code points. A capital
// sigma at the end of a word becomes the final sigma. Replaces the content of `out`.
void to_lower(std::string_view text, std::string& out);

// Writes to `to` the lower-case form of the code point at text[begin, end): one code point, or two for
// U+0130. The form of a capital sigma depends on its neighbours. Returns the number of code points written.
size_t lower_code_point(std::string_view text, size_t begin, size_t end, CodePoint c, CodePoint to[2]);

// Replaces every run of two or more whitespace characters by one space. A single whitespace character stays
// as it is. Nothing is stripped. Replaces the content of `out`.
void squeeze_whitespace(std::string_view text, std::string& out);

}  // namespace standfast
