// vocab.txt: the pieces of a BERT model, one a line, the first with the id 0.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_config.h"

namespace standfast::token {

// Parses the file; normalisation and template are BERT's. If the configuration does not say whether letters
// are lowered they are, as in transformers, and a note says that this is wrong for a cased model.
Result<Parts> parse_word_piece_list(std::string_view content, const std::string& file,
                                    const TokenizerConfig& config);

}  // namespace standfast::token
