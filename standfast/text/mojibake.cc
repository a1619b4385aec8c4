#include "standfast/text/mojibake.h"

#include <algorithm>

#include "standfast/text/utf8.h"

namespace standfast {
namespace {

// The characters of Windows-1252 from 0x80 to 0x9F; 0 where it has none.
constexpr CodePoint kWindows1252[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                        0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// Returns the byte that the character was misread from; 0 if it is none of these.
unsigned char misread_byte(CodePoint c) {
  if (c >= 0x80 && c <= 0xFF) return static_cast<unsigned char>(c);
  const auto* const found = std::find(std::begin(kWindows1252), std::end(kWindows1252), c);
  return c == 0 || found == std::end(kWindows1252)
             ? 0
             : static_cast<unsigned char>(0x80 + (found - std::begin(kWindows1252)));
}

}  // namespace

size_t mend_mojibake(std::string_view text, std::string& out) {
  out.clear();
  size_t mended = 0;
  std::string bytes;  // the bytes of a run
  for (size_t at = 0; at < text.size();) {
    const size_t plain = at;
    while (at < text.size() && is_ascii(text[at])) ++at;
    out.append(text, plain, at - plain);
    const size_t begin = at;
    bytes.clear();
    bool all = true;
    while (at < text.size() && !is_ascii(text[at])) {
      const unsigned char byte = misread_byte(next_code_point(text, at));
      all = all && byte != 0;
      bytes += static_cast<char>(byte);
    }
    if (at == begin) continue;
    if (all && is_valid_utf8(bytes)) {
      out += bytes;
      ++mended;
    } else {
      out.append(text, begin, at - begin);
    }
  }
  return mended;
}

}  // namespace standfast
