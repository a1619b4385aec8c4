// Parsing of an added token as the files write it: {"content": ..., "single_word": ..., ...}.
#pragma once

#include "standfast/base/result.h"
#include "standfast/text/json_field.h"
#include "standfast/text/token/added_tokens.h"

namespace standfast::token {

// Parses an added token. The caller sets the id.
Result<AddedToken> parse_added_token(const JsonField& field);

}  // namespace standfast::token
