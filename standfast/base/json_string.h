// Writing JSON strings fast, for files with a text in every line.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Appends the text, quoted and escaped. Text must be valid UTF-8, which stays as it is (no \u but for
// controls).
void append_json_string(std::string& to, std::string_view text);

// The same without the quotes: a long text may be written piece by piece.
void append_json_escaped(std::string& to, std::string_view text);

}  // namespace standfast
