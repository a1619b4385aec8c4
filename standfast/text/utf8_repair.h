// Making bytes that should be UTF-8 valid.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// A copy in which every maximal malformed part is one U+FFFD (Unicode 15, section 3.9, "U+FFFD Substitution
// of Maximal Subparts"; what Python's errors="replace" and browsers do). Valid text comes back unchanged.
std::string repair_utf8(std::string_view bytes);

}  // namespace standfast
