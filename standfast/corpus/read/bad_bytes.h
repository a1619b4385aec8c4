// Messages of corpus readers about bytes that are not UTF-8. hint: from text/encoding_guess.h.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "standfast/text/printable.h"

namespace standfast {

// The number of bytes of a file from which an encoding is guessed.
inline constexpr size_t kBytesForHint = size_t{64} << 10;

inline std::string not_utf8(std::string_view hint) {
  return fmt::format("not valid UTF-8 ({}; --bad-rows repair puts U+FFFD into texts)", hint);
}

// Describes bytes that are UTF-8, but text only in the encoding of the hint.
inline std::string other_than_utf8(std::string_view hint) {
  return fmt::format("not UTF-8 text ({})", hint);
}

inline bool holds_replacement(std::string_view value) {
  return value.find("\xef\xbf\xbd") != std::string_view::npos;
}

// Describes a mended row whose id, author or other name would be made of replacement characters, as other
// names would be too.
inline std::string replaced_name(std::string_view what, std::string_view value, std::string_view hint) {
  return fmt::format(
      "the {} would be \"{}\": characters of a text can be replaced, but not characters of a name, because "
      "two names could become one{}",
      what, shortened(value, 60), hint.empty() ? "" : fmt::format(" ({})", hint));
}

}  // namespace standfast
