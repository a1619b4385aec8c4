// Sentence boundaries: the rules of Unicode (UAX 29, section 5) with ICU's classes of characters. A boundary
// after an abbreviation ("Dr. Smith") is left out.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "standfast/text/utf8.h"

namespace standfast {

// Finds the byte where each sentence begins, ascending, and replaces the content of `starts`. White space
// before the first sentence and between two sentences belongs to none; a text without anything else has one
// start, at 0.
void sentence_starts(std::string_view text, std::vector<uint32_t>& starts);

// English abbreviations whose point ends no sentence: "Dr. Smith", "J. R. Doe", "the U.S. Army", "No. 5".

// Returns whether the point at the end of `before` belongs to an abbreviation. `next` is the first character
// after it and after white space. Where both readings exist ("in the U.S. He left"), it returns true: a
// phrase at the beginning of a sentence then stands nowhere inside a name. "p.m.", "etc.", "Inc." and "Jr."
// are exceptions: behind them a capital mostly begins a sentence.
bool ends_with_abbreviation(std::string_view before, CodePoint next);

}  // namespace standfast
