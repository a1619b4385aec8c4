// What the readers of tokenizer.json and of lists of tokens share.
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

// Gives the added tokens to the parts, whose normalizer must be known. where: for messages. A data error where the
// vocabulary has the token, or its number, otherwise.
Status add_tokens(std::vector<AddedToken> tokens, const std::string& where, Parts& parts);

// Those that the configuration adds to a file's own list, in which it counts: the added tokens that it lists, and specials that
// the model has. The template's tokens must be known.
std::vector<AddedToken> with_configured(std::vector<AddedToken> listed, const TokenizerConfig& config,
                                        Parts& parts);

// What is known when all is there: the model's tables, the named specials, the longest text.
Status finish(const TokenizerConfig& config, const std::string& file, Parts& parts);

}  // namespace standfast::token
