// tokenizer_config.json: settings that a tokenizer has beside its vocabulary. All may be absent. Old folders say some of them
// in special_tokens_map.json and added_tokens.json.
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
  std::optional<bool> cuts_left;            // truncation_side
  size_t model_max_length = 0;              // 0: not said, or so large that it is no limit
  std::map<std::string, AddedToken> named;  // "cls_token" ...; the id is not known here
  std::vector<AddedToken> more_specials;    // additional_special_tokens, the same
  std::vector<AddedToken> added;            // added_tokens_decoder
  bool lists_added = false;                 // whether it has that
  std::vector<std::string> notes;           // what a user should know, a line each
};

// A data error for a setting that changes tokens and is not followed here (model_settings.h).
Result<TokenizerConfig> parse_tokenizer_config(std::string_view content, const std::string& file);

// Both are for a configuration that does not list its added tokens, as in transformers.
// special_tokens_map.json names specials; it counts where the configuration says otherwise. Whether it changed something.
Result<bool> add_special_tokens_map(std::string_view content, const std::string& file,
                                    TokenizerConfig& config);
// added_tokens.json: {"TOKEN": NUMBER, ...}.
Status add_added_tokens(std::string_view content, const std::string& file, TokenizerConfig& config);

}  // namespace standfast::token
