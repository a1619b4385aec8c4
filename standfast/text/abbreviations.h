// English abbreviations whose point ends no sentence: "Dr. Smith", "J. R. Doe", "the U.S. Army", "No. 5".
#pragma once

#include <string_view>

#include "standfast/text/utf8.h"

namespace standfast {

// Returns whether the point at the end of `before` belongs to an abbreviation. `next` is the first character
// after it and after white space. Where both readings exist ("in the U.S. He left"), it returns true: a
// phrase at the beginning of a sentence then stands nowhere inside a name. "p.m.", "etc.", "Inc." and "Jr."
// are exceptions: behind them a capital mostly begins a sentence.
bool ends_with_abbreviation(std::string_view before, CodePoint next);

}  // namespace standfast
