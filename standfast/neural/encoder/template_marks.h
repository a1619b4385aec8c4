// The special tokens that a tokenizer's template puts around a text.
#pragma once

#include <cstddef>

#include "standfast/text/token/tokens.h"

namespace standfast {

// The tokens of the text itself: [first, last). Tokens before and after belong to the template; they have no
// bytes of the text.
struct TokensOfText {
  size_t first, last;

  explicit TokensOfText(const token::Tokens& tokens) : first(0), last(tokens.size()) {
    const auto is_mark = [&](size_t i) { return tokens.begin[i] == 0 && tokens.end[i] == 0; };
    while (first < tokens.size() && is_mark(first)) ++first;
    while (last > first && is_mark(last - 1)) --last;
  }
};

}  // namespace standfast
