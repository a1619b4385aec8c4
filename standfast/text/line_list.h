// Lists as text files, one entry a line: the common part of the readers of words, phrases and frequencies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct ListLine {
  std::string_view text;  // without blanks around it; never empty; a view into the content
  uint64_t number = 0;    // 1-based
};

// Returns the lines that hold an entry, in order. A byte order mark, CRLF, blanks around an entry, blank
// lines and lines that begin with '#' are passed over. entry: the content of a line ("word"), for messages.
//
// Data errors name file and line: bytes that are not UTF-8, a NUL byte (no text file), JSON in place of a
// list, and a file without any entry.
Result<std::vector<ListLine>> list_lines(std::string_view content, const std::string& path,
                                         std::string_view entry);

}  // namespace standfast
