// Repair of mojibake: text that was UTF-8, was read as Latin-1 or Windows-1252, and was written as UTF-8
// again. "donâ€™t" becomes "don’t", "cafÃ©" becomes "café".
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Repairs every run of characters beyond ASCII whose bytes in Windows-1252 (in Latin-1 where that has none)
// are valid UTF-8: it becomes the characters of these bytes. Other runs stay. One pass: text that went wrong
// twice becomes text that went wrong once. Text in which nothing went wrong comes out as it is, unless "Ã©"
// was really meant. Replaces the content of `out`; returns the number of runs repaired.
size_t mend_mojibake(std::string_view text, std::string& out);

}  // namespace standfast
