// English abbreviations whose point ends no sentence: "Dr. Smith", "J. R. Doe", "the U.S. Army", "No. 5".
#pragma once

#include <string_view>

#include "standfast/text/utf8.h"

namespace standfast {

// `before` ends in a point, `next` is the first character of what comes after it and white space. Where both readings
// exist ("in the U.S. He left"), it says true: a phrase at the beginning of a sentence then stands nowhere inside a name.
// Not so for "p.m.", "etc.", "Inc." and "Jr.", behind which a capital mostly begins a sentence.
bool ends_with_abbreviation(std::string_view before, CodePoint next);

}  // namespace standfast
