// Sentence boundaries: the rules of Unicode (UAX 29, section 5) with ICU's classes of characters. A boundary
// after an abbreviation ("Dr. Smith", text/abbreviations.h) is left out.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace standfast {

// Finds the byte where each sentence begins, ascending, and replaces the content of `starts`. White space
// before the first sentence and between two sentences belongs to none; a text without anything else has one
// start, at 0.
void sentence_starts(std::string_view text, std::vector<uint32_t>& starts);

}  // namespace standfast
