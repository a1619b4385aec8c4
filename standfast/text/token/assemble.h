// Assembly of a tokenizer: the common part of the readers of tokenizer.json and of lists of tokens.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_config.h"

namespace standfast::token {

struct BertNormalizer {
  bool clean = true, ideographs = true, strip_accents = true, lower = true;
};
Normalizer steps_of(const BertNormalizer& bert);

// Gives the added tokens to the parts, whose normalizer must be known. where: for messages. A data error
// where the vocabulary has the token under another number, or the number for another token.
Status add_tokens(std::vector<AddedToken> tokens, const std::string& where, Parts& parts);

// Returns a file's own list, updated and extended by the configuration, which takes precedence: the added
// tokens that it lists, and specials that the model has. The template's tokens must be known.
std::vector<AddedToken> with_configured(std::vector<AddedToken> listed, const TokenizerConfig& config,
                                        Parts& parts);

// Completes the parts when all is there: the model's tables, the named specials, the longest text.
Status finish(const TokenizerConfig& config, const std::string& file, Parts& parts);

}  // namespace standfast::token
