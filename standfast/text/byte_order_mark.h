// The first bytes of a text file, which may tell its encoding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

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
