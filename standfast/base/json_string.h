// A fast writer of JSON strings, for files with a text in every line.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Appends the text, quoted and escaped. Text must be valid UTF-8, which stays as it is (no \u but for
// controls).
void append_json_string(std::string& to, std::string_view text);

// Appends the text without the quotes, so that a long text may be written piece by piece.
void append_json_escaped(std::string& to, std::string_view text);

}  // namespace standfast
