#include "standfast/text/printable.h"

#include <algorithm>

#include <unicode/uchar.h>
#include <utf8proc.h>

#include "standfast/text/unicode.h"
#include "standfast/text/utf8.h"

namespace standfast {
namespace {

constexpr size_t kMostQuoted = 200, kMostWord = 1000, kMostMessage = 4000, kMessageEnd = 1000;

bool steers(CodePoint code) {
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
    const size_t begin = at;
    const CodePoint c = next_code_point(text, at);
    if (!is_ascii(text[begin]) && !is_valid_utf8(text.substr(begin, at - begin))) {
      at = begin + 1;  // byte by byte: a terminal may read bytes that are not strict UTF-8 in its own way
      out += "\\x";
      append_hex(out, static_cast<unsigned char>(text[begin]), 2);
    } else if (steers(c) && !(keep_layout && (c == '\n' || c == '\t'))) {
      out += "\\u";
      append_hex(out, c, 4);
    } else {
      out.append(text, begin, at - begin);
    }
  }
  return out;
}

// Returns the last place at or before `at` where a character begins.
size_t boundary(std::string_view text, size_t at) {
  for (size_t back = 0; back < 4 && at > back; ++back)
    if (!is_continuation(text[at - back])) return at - back;
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

// Shortens long words: a name may also be without quotes.
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

bool is_visible(std::string_view text) {
  for (size_t at = 0; at < text.size();)
    if (const CodePoint c = next_code_point(text, at);
        !is_space(c) && u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) == 0)
      return true;
  return false;
}

size_t terminal_width(std::string_view text) {
  size_t width = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = next_code_point(text, at);
    width += c < 0x300
                 ? 1
                 : static_cast<size_t>(std::max(utf8proc_charwidth(static_cast<utf8proc_int32_t>(c)), 0));
  }
  return width;
}

}  // namespace standfast
