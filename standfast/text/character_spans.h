// Spans of a text in characters (code points) and in bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace standfast {

// Spans of a text: a token, a sentence, a planted cue.

// The bytes [begin, end) of a text.
struct TokenSpan {
  uint32_t begin = 0, end = 0;
  bool operator==(const TokenSpan&) const = default;
};

// Converts bytes to characters. spans: ascending, within the text, at the ends of characters.
std::vector<TokenSpan> spans_in_characters(std::string_view text, std::span<const TokenSpan> spans);

// Converts characters to bytes. spans: ascending. A place behind the text becomes text.size() + 1.
std::vector<TokenSpan> spans_in_bytes(std::string_view text, std::span<const TokenSpan> spans);

}  // namespace standfast
