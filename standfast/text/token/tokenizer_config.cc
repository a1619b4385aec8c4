#include "standfast/text/token/tokenizer_config.h"

#include <charconv>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/text/json_field.h"
#include "standfast/text/token/added_token_json.h"
#include "standfast/text/token/vocabulary.h"

namespace standfast::token {
namespace {

constexpr double kNoLimit = 1e9;  // transformers writes 1e30 where a model has no limit

Status read_switch(const JsonField& root, const char* key, std::optional<bool>& to) {
  if (!root.has(key)) return {};
  SF_ASSIGN(const auto field, root.at(key));
  SF_ASSIGN(to, field.boolean());
  return {};
}

Result<size_t> read_length(const JsonField& root) {
  if (!root.has("model_max_length")) return 0;
  SF_ASSIGN(const auto field, root.at("model_max_length"));
  if (!field.json().is_number() || !(field.json().get<double>() >= 1))
    return field.wrong("a number of tokens is expected, at least 1");
  const double length = field.json().get<double>();
  return length >= kNoLimit ? 0 : static_cast<size_t>(length);
}

// A special is a text, or an object with its manners.
Result<AddedToken> read_named(const JsonField& field) {
  if (field.json().is_object()) {
    SF_ASSIGN(auto token, parse_added_token(field));
    token.special = true;
    return token;
  }
  AddedToken token;
  token.special = true;
  SF_ASSIGN(token.content, field.text());
  if (token.content.empty()) return field.wrong("is empty");
  return token;
}

Status read_added(const JsonField& all, std::vector<AddedToken>& to) {
  SF_TRY(all.must_be_object());
  for (const auto& [key, value] : all.json().items()) {
    SF_ASSIGN(const auto field, all.at(key.c_str()));
    SF_ASSIGN(auto token, parse_added_token(field));
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), token.id);
    if (error != std::errc() || end != key.data() + key.size() || token.id < 0 || token.id >= kMostTokens)
      return field.wrong(fmt::format("the key should be the token's number, below {}", kMostTokens));
    to.push_back(std::move(token));
  }
  return {};
}

}  // namespace

Result<TokenizerConfig> parse_tokenizer_config(std::string_view content, const std::string& file) {
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(content, file));
  const JsonField root(json, file);
  SF_TRY(root.must_be_object());
  TokenizerConfig config;
  SF_TRY(read_switch(root, "do_lower_case", config.do_lower_case));
  SF_TRY(read_switch(root, "strip_accents", config.strip_accents));
  SF_TRY(read_switch(root, "tokenize_chinese_chars", config.tokenize_chinese_chars));
  SF_TRY(read_switch(root, "add_prefix_space", config.add_prefix_space));
  SF_TRY(read_switch(root, "trim_offsets", config.trim_offsets));
  SF_ASSIGN(config.model_max_length, read_length(root));
  for (const char* key :
       {"pad_token", "cls_token", "bos_token", "sep_token", "eos_token", "mask_token", "unk_token"}) {
    if (!root.has(key)) continue;
    SF_ASSIGN(const auto field, root.at(key));
    SF_ASSIGN(config.named[key], read_named(field));
  }
  if (root.has("added_tokens_decoder")) {
    SF_ASSIGN(const auto field, root.at("added_tokens_decoder"));
    SF_TRY(read_added(field, config.added));
  }
  return config;
}

}  // namespace standfast::token
