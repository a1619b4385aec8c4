// The encodings of text files that can be read beside UTF-8, by the names that IANA and people give them.
#pragma once

#include <cstddef>
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

// The first bytes of a text file, which may tell its encoding.
struct ByteOrderMark {
  std::string_view encoding;  // "utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"; "": no mark
  size_t bytes = 0;
};
ByteOrderMark find_byte_order_mark(std::string_view head);

// Returns the number of bytes to drop from the beginning: the length of a UTF-8 byte order mark, else 0. A
// data error if the bytes are UTF-16 or UTF-32, with a mark or, where the first letters are ASCII, without.
// head: the first four bytes, or all. name: the name of the file, for the message.
Result<size_t> byte_order_mark(std::string_view head, const std::string& name);

}  // namespace standfast
