// Words by one of the two rules that a user may choose from: the words of words.h, or the stretches between
// white space, for texts that were cut into words beforehand.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "standfast/text/words.h"

namespace standfast {

// Calls word(view) for every word of at least `min_length` code points.
template <class Body>
void for_each_word_by(bool between_spaces, std::string_view text, size_t min_length, Body&& word) {
  if (between_spaces)
    for_each_between_spaces(text, min_length, std::forward<Body>(word));
  else
    for_each_word(text, min_length, std::forward<Body>(word));
}

}  // namespace standfast
