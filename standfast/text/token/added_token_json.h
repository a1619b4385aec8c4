// An added token as the files write it: {"content": ..., "single_word": ..., ...}.
#pragma once

#include "standfast/base/result.h"
#include "standfast/text/json_field.h"
#include "standfast/text/token/added_tokens.h"

namespace standfast::token {

// The id is left to the caller.
Result<AddedToken> parse_added_token(const JsonField& field);

}  // namespace standfast::token
