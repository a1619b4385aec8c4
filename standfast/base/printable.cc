#include "standfast/base/printable.h"

#include <algorithm>
#include <cstdint>

namespace standfast {
namespace {

constexpr size_t kMostQuoted = 200, kMostWord = 1000, kMostMessage = 4000, kMessageEnd = 1000;

struct Character {
  size_t bytes = 1;
  uint32_t code = 0;
  bool valid = false;
};

// The character that begins at text[at]; one invalid byte where none does.
Character character_at(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {1, first, true};
  const size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + bytes > text.size()) return {};
  uint32_t code = first & (0x7FU >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(at + i) & 0x3FU);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {bytes, code, true};
}

bool steers(uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

void append_hex(std::string& to, uint32_t number, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) to += "0123456789abcdef"[number >> shift & 15U];
}

std::string shown(std::string_view text, bool keep_layout) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    if (!c.valid) {
      out += "\\x";
      append_hex(out, static_cast<unsigned char>(text[at]), 2);
    } else if (steers(c.code) && !(keep_layout && (c.code == '\n' || c.code == '\t'))) {
      out += "\\u";
      append_hex(out, c.code, 4);
    } else {
      out.append(text, at, c.bytes);
    }
    at += c.bytes;
  }
  return out;
}

// The last place at or before `at` where a character begins.
size_t boundary(std::string_view text, size_t at) {
  for (size_t back = 0; back < 4 && at > back; ++back)
    if ((static_cast<unsigned char>(text[at - back]) & 0xC0) != 0x80) return at - back;
  return at;
}

std::string with_short_quotes(std::string_view message) {
  std::string out;
  for (size_t at = 0; at < message.size();) {
    const size_t open = message.find('"', at);
    const size_t close = open == std::string_view::npos ? open : message.find('"', open + 1);
    if (close == std::string_view::npos) return out.append(message, at);
    out.append(message, at, open + 1 - at);
    out += shortened(message.substr(open + 1, close - open - 1), kMostQuoted);
    out += '"';
    at = close + 1;
  }
  return out;
}

// A name may stand without quotes too.
std::string with_short_words(std::string_view message) {
  std::string out;
  for (size_t at = 0; at < message.size();) {
    const size_t end = std::min(message.find(' ', at), message.size());
    const std::string_view word = message.substr(at, end - at);
    out += word.size() > kMostWord ? shortened(word, kMostQuoted) : std::string(word);
    if (end < message.size()) out += ' ';
    at = end + 1;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  return shown(text, true);
}
std::string printable_line(std::string_view text) {
  return shown(text, false);
}

std::string shortened(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, boundary(text, most))) + "...";
}

std::string message_line(std::string_view message) {
  const std::string line = with_short_words(with_short_quotes(message));
  if (line.size() <= kMostMessage) return printable_line(line);
  return printable_line(shortened(line, kMostMessage - kMessageEnd)) + " " +
         printable_line(std::string_view(line).substr(boundary(line, line.size() - kMessageEnd)));
}

}  // namespace standfast
