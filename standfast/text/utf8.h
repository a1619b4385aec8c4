// Code points of UTF-8 text. Texts of a corpus are valid UTF-8. If there is a malformed byte nevertheless, it
// is read as U+FFFD with a length of one byte, so no function below ever reads outside its text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace standfast {

using CodePoint = uint32_t;

constexpr bool is_ascii(char byte) {
  return static_cast<unsigned char>(byte) < 0x80;
}
// Returns true for the second and later bytes of a code point.
constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Returns the code point at `at` (at < text.size()). Moves `at` to the next code point.
constexpr CodePoint next_code_point(std::string_view text, size_t& at) {
  const auto byte = [&](size_t i) { return static_cast<CodePoint>(static_cast<unsigned char>(text[i])); };
  const CodePoint lead = byte(at);
  if (lead < 0x80) return ++at, lead;
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
  if (length == 0 || at + length > text.size()) return ++at, 0xFFFD;
  CodePoint value = lead & (0x7FU >> length);
  for (size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[at + i])) return ++at, 0xFFFD;
    value = value << 6 | (byte(at + i) & 0x3F);
  }
  if (value > 0x10FFFF) return ++at, 0xFFFD;
  at += length;
  return value;
}

// Returns the number of bytes of the code point in UTF-8 (1..4).
constexpr size_t utf8_length(CodePoint c) {
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

// Writes the code point at `to` (room for 4 bytes). Returns its length.
constexpr size_t write_utf8(CodePoint c, char* to) {
  const size_t length = utf8_length(c);
  if (length == 1) {
    to[0] = static_cast<char>(c);
    return 1;
  }
  for (size_t i = length - 1; i > 0; --i, c >>= 6) to[i] = static_cast<char>(0x80U | (c & 0x3FU));
  to[0] = static_cast<char>((0xF00U >> length) | c);
  return length;
}

inline void append_utf8(CodePoint c, std::string& to) {
  char bytes[4];
  to.append(bytes, write_utf8(c, bytes));
}

// Counts the code points in the text.
size_t count_code_points(std::string_view text);

bool is_valid_utf8(std::string_view text);

// Repair of malformed UTF-8.

// Returns the length of the well-formed sequence at `at` (at < bytes.size()), or minus the length of the
// maximal malformed part.
int utf8_sequence(std::string_view bytes, size_t at);

// Returns a copy in which every maximal malformed part becomes one U+FFFD (Unicode 15, section 3.9, "U+FFFD
// Substitution of Maximal Subparts"; Python's errors="replace" and browsers do the same). Valid text is
// returned unchanged.
std::string repair_utf8(std::string_view bytes);

}  // namespace standfast
