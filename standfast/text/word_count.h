// How long a text is, in words.
#pragma once

#include <cstdint>
#include <string_view>

namespace standfast {

// What white space separates counts as one word ("don't", "--"). In scripts that put no spaces between words each word counts
// that the dictionaries find, and what stands between such words where it has a letter or a digit (words.h).
uint64_t count_words(std::string_view text);

}  // namespace standfast
