// Data errors about a file of a tokenizer. Tokens may hold any character, and a message is one line.
#pragma once

#include <string_view>

#include "standfast/base/result.h"
#include "standfast/text/printable.h"

namespace standfast {

inline Failure file_error(std::string_view message) {
  return data_error(message_line(message));
}

}  // namespace standfast
