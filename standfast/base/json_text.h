// JSON as text. Bytes of a string that are not valid UTF-8 (the name of a file, a word of the command line)
// are replaced by U+FFFD, where the library's own dump() would throw.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace standfast {

// Formats JSON without a line end. indent: spaces a level; -1: all in one line.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

// A fast writer of JSON strings, for files with a text in every line.

// Appends the text, quoted and escaped. Text must be valid UTF-8, which stays as it is (no \u but for
// controls).
void append_json_string(std::string& to, std::string_view text);

// Appends the text without the quotes, so that a long text may be written piece by piece.
void append_json_escaped(std::string& to, std::string_view text);

}  // namespace standfast
