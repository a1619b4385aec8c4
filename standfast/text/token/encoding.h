// Tokenization of text; the special tokens are added elsewhere (template_json.h).
#pragma once

#include <string_view>

#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokens.h"

namespace standfast::token {

// Adds the tokens of the text. Bytes that are not UTF-8 count as U+FFFD, one for each maximal malformed part.
void encode_body(const Parts& parts, std::string_view text, Tokens& out);

}  // namespace standfast::token
