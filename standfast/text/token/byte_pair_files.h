// vocab.json and merges.txt: a byte-level BPE model as GPT-2 and RoBERTa have it.
#pragma once

#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/text/json_field.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_config.h"

namespace standfast::token {

struct NamedContent {
  std::string file;
  std::string content;
};

// Parses the two files. The template is RoBERTa's if the vocabulary has <s> and </s> (or the names that the
// configuration gives them); otherwise there are no specials, as in GPT-2.
Result<Parts> parse_byte_pair_files(const NamedContent& vocabulary, const NamedContent& merges,
                                    const TokenizerConfig& config);

}  // namespace standfast::token
