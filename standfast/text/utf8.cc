#include "standfast/text/utf8.h"

#include <simdjson.h>

namespace standfast {

size_t count_code_points(std::string_view text) {
  size_t continuations = 0;
  for (const char byte : text) continuations += is_continuation(byte) ? 1 : 0;
  return text.size() - continuations;
}

bool is_valid_utf8(std::string_view text) {
  return simdjson::validate_utf8(text.data(), text.size());
}

// Follows table 3-7 of the standard: the range of the second byte depends on the first byte.
int utf8_sequence(std::string_view bytes, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i])); };
  const unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  int length = 0;
  unsigned low = 0x80, high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return -1;
  }
  for (int i = 1; i < length; ++i) {
    if (at + i >= bytes.size() || byte(at + i) < low || byte(at + i) > high) return -i;
    low = 0x80;
    high = 0xBF;
  }
  return length;
}

std::string repair_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (size_t at = 0; at < bytes.size();) {
    const int length = utf8_sequence(bytes, at);
    if (length > 0) {
      text.append(bytes, at, static_cast<size_t>(length));
      at += static_cast<size_t>(length);
    } else {
      text += "\xef\xbf\xbd";
      at += static_cast<size_t>(-length);
    }
  }
  return text;
}

}  // namespace standfast
