// JSON as text. Bytes of a string that are not valid UTF-8 (the name of a file, a word of the command line)
// are replaced by U+FFFD, where the library's own dump() would throw.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace standfast {

// Formats JSON without a line end. indent: spaces a level; -1: all in one line.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace standfast
