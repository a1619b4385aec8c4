// The first bytes of a text file, which may tell its encoding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// How many bytes to drop from the beginning: those of a UTF-8 byte order mark, else 0. A data error if the
// bytes are UTF-16 or UTF-32. name: of the file, for the message.
Result<size_t> byte_order_mark(std::string_view head, const std::string& name);

}  // namespace standfast
