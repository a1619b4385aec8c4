// Conversion of TOML to ASCII. toml++ 3.3 treats some places as unreachable, but letters beyond ASCII do
// reach them, at any position in a file that is not TOML. So toml++ only ever gets ASCII: letters in strings
// are first written as escapes.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// Returns the same TOML, line by line, in ASCII. Usage errors ("file:line: ..."): not UTF-8; a letter beyond
// ASCII outside strings and comments; a key of more than 16 parts, or lists and tables nested more than 32
// deep (trees of toml++ are walked by recursion, and it accepts a key of 20,000 parts). Text that is not TOML
// for other reasons is still not TOML afterwards.
Result<std::string> toml_in_ascii(std::string_view text, const std::string& file);

}  // namespace standfast
