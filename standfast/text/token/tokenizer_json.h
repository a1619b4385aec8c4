// tokenizer.json: a whole tokenizer in one file.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_config.h"

namespace standfast::token {

// Parses the file. file: for messages. Where the configuration names a setting of BERT's or RoBERTa's
// normaliser, it counts, as it does in transformers, and a note says so. A data error for a setting that
// changes tokens and is not followed here.
Result<Parts> parse_tokenizer_json(std::string_view content, const std::string& file,
                                   const TokenizerConfig& config);

}  // namespace standfast::token
