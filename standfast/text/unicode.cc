#include "standfast/text/unicode.h"

#include <unicode/uchar.h>

#include "standfast/text/ascii.h"

namespace standfast {
namespace {

constexpr CodePoint kCapitalSigma = 0x3A3;
constexpr CodePoint kSigma = 0x3C3;
constexpr CodePoint kFinalSigma = 0x3C2;
constexpr CodePoint kCapitalIWithDot = 0x130;

bool cased(CodePoint c) {
  return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_CASED);
}
bool case_ignorable(CodePoint c) {
  return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_CASE_IGNORABLE);
}

// Tests Unicode's Final_Sigma: a cased letter before and none after; case-ignorable characters between are
// skipped.
bool sigma_is_final(std::string_view text, size_t begin, size_t end) {
  bool letter_before = false;
  for (size_t at = begin; at > 0;) {
    do --at;
    while (at > 0 && is_continuation(text[at]));
    size_t behind = at;
    const CodePoint c = next_code_point(text, behind);
    if (case_ignorable(c)) continue;
    letter_before = cased(c);
    break;
  }
  if (!letter_before) return false;
  for (size_t at = end; at < text.size();) {
    const CodePoint c = next_code_point(text, at);
    if (!case_ignorable(c)) return !cased(c);
  }
  return true;
}

int numeric_type(CodePoint c) {
  return u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_NUMERIC_TYPE);
}

}  // namespace

bool is_word(CodePoint c) {
  if (c < 0x80) return is_ascii_word(static_cast<unsigned char>(c));
  return (U_MASK(u_charType(static_cast<UChar32>(c))) & U_GC_L_MASK) != 0 || numeric_type(c) != U_NT_NONE;
}

bool is_digit(CodePoint c) {
  if (c < 0x80) return c >= '0' && c <= '9';
  const int type = numeric_type(c);
  return type == U_NT_DECIMAL || type == U_NT_DIGIT;
}

size_t lower_code_point(std::string_view text, size_t begin, size_t end, CodePoint c, CodePoint to[2]) {
  if (c == kCapitalIWithDot) {
    to[0] = 'i';
    to[1] = 0x307;  // combining dot above
    return 2;
  }
  to[0] = c == kCapitalSigma ? (sigma_is_final(text, begin, end) ? kFinalSigma : kSigma)
                             : static_cast<CodePoint>(u_tolower(static_cast<UChar32>(c)));
  return 1;
}

void to_lower(std::string_view text, std::string& out) {
  constexpr size_t kLongest = 8;  // bytes that one code point may become
  size_t size = 0;                // bytes written
  for (size_t at = 0; at < text.size();) {
    if (const size_t room = size + (text.size() - at) + kPlainSlack + kLongest; out.size() < room)
      out.resize(room + text.size() / 8);
    if (is_ascii(text[at])) {
      // Without instructions for 32 bytes, compilers make them one by one.
      const size_t plain = at_level<Simd::v3>([&](auto copy) {
        return copy_plain<true, false>(copy, text.data() + at, text.size() - at, out.data() + size);
      });
      at += plain;
      size += plain;
      continue;
    }
    const size_t begin = at;
    const CodePoint c = next_code_point(text, at);
    CodePoint lower[2];
    const size_t count = lower_code_point(text, begin, at, c, lower);
    for (size_t i = 0; i < count; ++i) size += write_utf8(lower[i], out.data() + size);
  }
  out.resize(size);
}

void squeeze_whitespace(std::string_view text, std::string& out) {
  out.clear();
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    size_t run = 0;
    size_t end = at;
    while (at < text.size() && is_space(next_code_point(text, at))) {
      ++run;
      end = at;
    }
    if (run >= 2) {
      out += ' ';
      at = end;
    } else {
      out.append(
          text.substr(begin, at - begin));  // one whitespace and what follows it, or one other character
    }
  }
}

}  // namespace standfast
