// tokenizer_config.json: settings that a tokenizer has beside its vocabulary. All may be absent.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/text/token/added_tokens.h"

namespace standfast::token {

struct TokenizerConfig {
  std::optional<bool> do_lower_case, strip_accents, tokenize_chinese_chars, add_prefix_space, trim_offsets;
  size_t model_max_length = 0;              // 0: not said, or so large that it is no limit
  std::map<std::string, AddedToken> named;  // "cls_token" ...; the id is not known here
  std::vector<AddedToken> added;            // added_tokens_decoder
};

Result<TokenizerConfig> parse_tokenizer_config(std::string_view content, const std::string& file);

}  // namespace standfast::token
