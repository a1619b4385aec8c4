// JSON as text. A string that is not valid UTF-8 (the name of a file, a word of the command line) is written
// with U+FFFD in the place of what is wrong, where the library's own dump() would throw.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace standfast {

// indent: spaces a level; -1: all in one line. No line end.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace standfast
