// Where the sentences of a text begin: the rules of Unicode (UAX 29, section 5) with ICU's classes of characters, without
// the ends that are an abbreviation's ("Dr. Smith", text/abbreviations.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace standfast {

// Replaces the content of `starts`: the byte where each sentence begins, ascending. White space before the first one and
// between two belongs to none; a text without anything else has one start, at 0.
void sentence_starts(std::string_view text, std::vector<uint32_t>& starts);

}  // namespace standfast
