// toml++ 3.3 calls some places unreachable that a letter beyond ASCII does reach, wherever it stands in a
// file that is no TOML. So it only ever sees ASCII: letters in strings are written as escapes before it reads
// them.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/result.h"

namespace standfast {

// The same TOML, line for line, in ASCII. Usage errors ("file:line: ..."): not UTF-8; a letter beyond ASCII
// outside strings and comments; a key of more than 16 parts, or lists and tables more than 32 deep (trees of
// toml++ are walked by recursion, and it reads a key of 20,000 parts). What is not TOML for other reasons
// stays so.
Result<std::string> toml_in_ascii(std::string_view text, const std::string& file);

}  // namespace standfast
