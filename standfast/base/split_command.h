// Command lines as they stand in options and files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// Splits a command line into words, without a shell. Words are separated by white space; '...' holds
// anything, "..." anything with \" and \\ for a quote and a backslash, and outside of quotes a backslash
// takes the next character as it is. No variables, no wildcards, no pipes. A line that begins with [ is a
// JSON array of strings instead. Usage error where a quote is not closed or there is no word.
Result<std::vector<std::string>> split_command(std::string_view line);

}  // namespace standfast
