// The section "post_processor" of tokenizer.json.
#pragma once

#include "standfast/base/result.h"
#include "standfast/text/json_field.h"
#include "standfast/text/token/parts.h"

namespace standfast::token {

// Sets `around`; the vocabulary must be known.
Status parse_template(const JsonField& field, Parts& parts);

// Returns [CLS] A [SEP] B [SEP], or with two [SEP] in the middle and one type for all as RoBERTa has it.
Template bert_template(int32_t cls, int32_t sep);
Template roberta_template(int32_t cls, int32_t sep);

}  // namespace standfast::token
