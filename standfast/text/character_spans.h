// Spans of a text in characters (code points) and in bytes.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "standfast/text/token_span.h"

namespace standfast {

// Converts bytes to characters. spans: ascending, within the text, at the ends of characters.
std::vector<TokenSpan> spans_in_characters(std::string_view text, std::span<const TokenSpan> spans);

// Converts characters to bytes. spans: ascending. A place behind the text becomes text.size() + 1.
std::vector<TokenSpan> spans_in_bytes(std::string_view text, std::span<const TokenSpan> spans);

}  // namespace standfast
