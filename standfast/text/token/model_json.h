// The section "model" of tokenizer.json.
#pragma once

#include "standfast/base/result.h"
#include "standfast/text/json_field.h"
#include "standfast/text/token/parts.h"

namespace standfast::token {

// Parses an object of tokens and their ids.
Result<Vocabulary> parse_vocabulary(const JsonField& field);

// Sets vocabulary and model.
Status parse_model(const JsonField& model, Parts& parts);

}  // namespace standfast::token
