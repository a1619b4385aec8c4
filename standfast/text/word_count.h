// The length of a text in words.
#pragma once

#include <cstdint>
#include <string_view>

namespace standfast {

// Counts words. A stretch between white space counts as one word ("don't", "--"). In scripts that put no
// spaces between words each word that the dictionaries find counts, and so does a stretch between such words
// where it has a letter or a digit (words.h).
uint64_t count_words(std::string_view text);

}  // namespace standfast
