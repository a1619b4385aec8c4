#include "standfast/text/token/tokenizer_config.h"

#include <charconv>
#include <set>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/text/json_field.h"
#include "standfast/text/model_settings.h"
#include "standfast/text/token/added_tokens.h"
#include "standfast/text/token/vocabulary.h"

namespace standfast::token {
namespace {

constexpr double kNoLimit = 1e9;  // transformers writes 1e30 where a model has no limit
constexpr const char* kNamed[] = {"pad_token", "cls_token",  "bos_token", "sep_token",
                                  "eos_token", "mask_token", "unk_token"};

Status read_switch(const JsonField& root, const char* key, std::optional<bool>& to) {
  if (!root.has(key)) return {};
  SF_ASSIGN(const auto field, root.at(key));
  SF_ASSIGN(to, field.boolean());
  return {};
}

Result<size_t> read_length(const JsonField& root) {
  const char* const key = root.has("model_max_length") ? "model_max_length" : "max_len";  // the old name
  if (!root.has(key)) return 0;
  SF_ASSIGN(const auto field, root.at(key));
  if (!field.json().is_number() || !(field.json().get<double>() >= 1))
    return field.wrong("a number of tokens is expected, at least 1");
  const double length = field.json().get<double>();
  return length >= kNoLimit ? 0 : static_cast<size_t>(length);
}

// Reads a special: a text, or an object with its properties.
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

// Reads lists of special tokens without names; newer versions also use named ones.
Status read_more_specials(const JsonField& root, std::vector<AddedToken>& to) {
  std::set<std::string> known;
  for (const AddedToken& token : to) known.insert(token.content);
  for (const char* key : {"additional_special_tokens", "extra_special_tokens"}) {
    if (!root.has(key)) continue;
    SF_ASSIGN(const auto field, root.at(key));
    if (!field.json().is_array() && !field.json().is_object()) return field.wrong("a list is expected");
    for (const auto& [name, value] : field.json().items()) {
      SF_ASSIGN(auto token, read_named(JsonField(value, root.file(), fmt::format("{}.{}", key, name))));
      if (known.insert(token.content).second) to.push_back(std::move(token));
    }
  }
  return {};
}

Status read_side(const JsonField& root, std::optional<bool>& cuts_left) {
  if (!root.has("truncation_side")) return {};
  SF_ASSIGN(const auto field, root.at("truncation_side"));
  SF_ASSIGN(const std::string side, field.text());
  if (side != "left" && side != "right")
    return field.wrong(fmt::format("\"{}\" is neither \"left\" nor \"right\"", side));
  cuts_left = side == "left";
  return {};
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
  TokenizerConfig config;
  SF_TRY(check_settings(setting_files::kTokenizerConfig, root, config.notes));
  SF_TRY(read_switch(root, "do_lower_case", config.do_lower_case));
  SF_TRY(read_switch(root, "strip_accents", config.strip_accents));
  SF_TRY(read_switch(root, "tokenize_chinese_chars", config.tokenize_chinese_chars));
  SF_TRY(read_switch(root, "add_prefix_space", config.add_prefix_space));
  SF_TRY(read_switch(root, "trim_offsets", config.trim_offsets));
  SF_ASSIGN(config.model_max_length, read_length(root));
  SF_TRY(read_side(root, config.cuts_left));
  SF_TRY(read_more_specials(root, config.more_specials));
  for (const char* key : kNamed) {
    if (!root.has(key)) continue;
    SF_ASSIGN(const auto field, root.at(key));
    SF_ASSIGN(config.named[key], read_named(field));
  }
  if (root.has("added_tokens_decoder")) {
    SF_ASSIGN(const auto field, root.at("added_tokens_decoder"));
    SF_TRY(read_added(field, config.added));
    config.lists_added = true;
  }
  return config;
}

Result<bool> add_special_tokens_map(std::string_view content, const std::string& file,
                                    TokenizerConfig& config) {
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(content, file));
  const JsonField root(json, file);
  bool changed = false;
  const size_t before = config.more_specials.size();
  SF_TRY(check_settings(setting_files::kSpecialTokens, root, config.notes));
  SF_TRY(read_more_specials(root, config.more_specials));
  for (const char* key : kNamed) {
    if (!root.has(key)) continue;
    SF_ASSIGN(const auto field, root.at(key));
    SF_ASSIGN(auto token, read_named(field));
    const auto known = config.named.find(key);
    if (known != config.named.end() && known->second == token) continue;
    config.named[key] = std::move(token);
    changed = true;
  }
  return changed || config.more_specials.size() > before;
}

Status add_added_tokens(std::string_view content, const std::string& file, TokenizerConfig& config) {
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(content, file));
  const JsonField root(json, file);
  SF_TRY(root.must_be_object());
  std::set<std::string> specials;
  for (const AddedToken& token : config.more_specials) specials.insert(token.content);
  for (const auto& [key, token] : config.named) specials.insert(token.content);
  for (const auto& [content_of_token, value] : json.items()) {
    const JsonField field(value, file, content_of_token);
    SF_ASSIGN(const auto id, field.whole(0, kMostTokens - 1));
    AddedToken token;
    token.content = content_of_token;
    if (token.content.empty()) return field.wrong("an empty token");
    token.id = static_cast<int32_t>(id);
    token.special = specials.contains(token.content);
    token.normalized = !token.special;
    config.added.push_back(std::move(token));
  }
  return {};
}

}  // namespace standfast::token
