// tokenizer_config.json: settings that a tokenizer has beside its vocabulary. All may be absent. Old folders
// keep some of them in special_tokens_map.json and added_tokens.json.
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
  size_t model_max_length = 0;              // 0: absent, or so large that it is no limit
  std::map<std::string, AddedToken> named;  // "cls_token" ...; the id is not known here
  std::vector<AddedToken> more_specials;    // additional_special_tokens, likewise
  std::vector<AddedToken> added;            // added_tokens_decoder
  bool lists_added = false;                 // true if it has added_tokens_decoder
  std::vector<std::string> notes;           // notes for the user, a line each
};

// Parses the file. A data error for a setting that changes tokens and is not followed here
// (model_settings.h).
Result<TokenizerConfig> parse_tokenizer_config(std::string_view content, const std::string& file);

// Reads special_tokens_map.json, which names specials; it overrides the configuration. Returns whether it
// changed something. This and the next function are for a configuration that does not list its added tokens,
// as in transformers.
Result<bool> add_special_tokens_map(std::string_view content, const std::string& file,
                                    TokenizerConfig& config);
// Reads added_tokens.json: {"TOKEN": NUMBER, ...}.
Status add_added_tokens(std::string_view content, const std::string& file, TokenizerConfig& config);

}  // namespace standfast::token
