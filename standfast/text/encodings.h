// The encodings of text files that can be read beside UTF-8, by the names that IANA and people give them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

struct TextEncoding {
  const char* name;       // as it is printed and recorded: "windows-1252"
  const char* converter;  // its name in ICU; "": UTF-8, which needs none
};
// Returns all encodings in the order in which they are listed, UTF-8 first.
std::span<const TextEncoding> encodings();

inline constexpr const char* kUtf8 = "utf-8";

// Finds the encoding of a name ("latin1", "CP1252", "x-sjis"); "" is UTF-8. Case, spaces and punctuation of a
// name do not count. A usage error names the encoding with the nearest name, or lists all.
Result<TextEncoding> find_encoding(std::string_view given);

}  // namespace standfast
