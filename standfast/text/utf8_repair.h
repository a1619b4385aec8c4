// Repair of malformed UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace standfast {

// Returns the length of the well-formed sequence at `at` (at < bytes.size()), or minus the length of the
// maximal malformed part.
int utf8_sequence(std::string_view bytes, size_t at);

// Returns a copy in which every maximal malformed part becomes one U+FFFD (Unicode 15, section 3.9, "U+FFFD
// Substitution of Maximal Subparts"; Python's errors="replace" and browsers do the same). Valid text is
// returned unchanged.
std::string repair_utf8(std::string_view bytes);

}  // namespace standfast
