// Spans of a text: a token, a sentence, a planted cue.
#pragma once

#include <cstdint>

namespace standfast {

// The bytes [begin, end) of a text.
struct TokenSpan {
  uint32_t begin = 0, end = 0;
  bool operator==(const TokenSpan&) const = default;
};

}  // namespace standfast
