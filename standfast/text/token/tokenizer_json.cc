#include "standfast/text/token/tokenizer_json.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/text/json_field.h"
#include "standfast/text/model_settings.h"
#include "standfast/text/token/added_token_json.h"
#include "standfast/text/token/assemble.h"
#include "standfast/text/token/model_json.h"
#include "standfast/text/token/template_json.h"

namespace standfast::token {
namespace {

// Returns the configuration's value, where it has one, and adds a note if it differs.
bool settle(const std::optional<bool>& said, bool value, const char* what, std::vector<std::string>& notes) {
  if (said && *said != value)
    notes.push_back(
        fmt::format("tokenizer_config.json sets {} to {}, against tokenizer.json: that is done, as in "
                    "transformers",
                    what, *said));
  return said.value_or(value);
}

Result<Normalizer> bert_steps(const JsonField& field, const TokenizerConfig& config,
                              std::vector<std::string>& notes) {
  SF_TRY(check_settings(setting_files::kBertNormalizer, field, notes));
  BertNormalizer bert;
  SF_ASSIGN(bert.clean, field.boolean_or("clean_text", true));
  SF_ASSIGN(bert.ideographs, field.boolean_or("handle_chinese_chars", true));
  SF_ASSIGN(bert.lower, field.boolean_or("lowercase", true));
  bert.ideographs = settle(config.tokenize_chinese_chars, bert.ideographs, "tokenize_chinese_chars", notes);
  bert.lower = settle(config.do_lower_case, bert.lower, "do_lower_case", notes);
  SF_ASSIGN(const bool strip, field.boolean_or("strip_accents", bert.lower));
  bert.strip_accents = settle(config.strip_accents, strip, "strip_accents", notes);
  return steps_of(bert);
}

Status add_normalizer(const JsonField& field, const TokenizerConfig& config, Parts& parts) {
  SF_ASSIGN(const auto type_field, field.at("type"));
  SF_ASSIGN(const std::string type, type_field.text());
  auto& steps = parts.normalizer;
  if (type == "Sequence") {
    SF_ASSIGN(const auto list, field.at("normalizers"));
    SF_TRY(list.must_be_list());
    for (size_t i = 0; i < list.json().size(); ++i) SF_TRY(add_normalizer(list.element(i), config, parts));
    return {};
  }
  if (type == "BertNormalizer") {
    SF_ASSIGN(const auto bert, bert_steps(field, config, parts.notes));
    steps.insert(steps.end(), bert.begin(), bert.end());
    return {};
  }
  static const std::pair<const char*, Step> kPlain[] = {
      {"NFC", Step::nfc},   {"NFD", Step::nfd},         {"NFKC", Step::nfkc},
      {"NFKD", Step::nfkd}, {"Lowercase", Step::lower}, {"StripAccents", Step::strip_accents}};
  for (const auto& [name, step] : kPlain)
    if (type == name) return steps.push_back(step), Status();
  return type_field.wrong(fmt::format(
      "the normalizer {} is not known here (BertNormalizer, NFC, NFD, NFKC, NFKD, Lowercase, StripAccents and "
      "Sequence are)",
      type));
}

Status read_splitting(const JsonField& root, const TokenizerConfig& config, Parts& parts) {
  SF_ASSIGN(const auto field, root.at("pre_tokenizer"));
  SF_ASSIGN(const auto type_field, field.at("type"));
  SF_ASSIGN(const std::string type, type_field.text());
  const bool words = std::holds_alternative<WordPiece>(parts.model);
  if (type == "BertPreTokenizer" && words) {
    parts.splitting = Splitting::basic;
    return {};
  }
  if (type == "ByteLevel" && !words) {
    SF_TRY(check_settings(setting_files::kByteLevel, field, parts.notes));
    parts.splitting = Splitting::bytes;
    SF_ASSIGN(parts.gpt2_words, field.boolean_or("use_regex", true));
    SF_ASSIGN(const bool prefix, field.boolean_or("add_prefix_space", true));
    parts.add_prefix_space = settle(config.add_prefix_space, prefix, "add_prefix_space", parts.notes);
    return {};
  }
  return type_field.wrong(fmt::format(
      "the pre-tokenizer {} is not known here with {} (BertPreTokenizer with WordPiece and ByteLevel with BPE are)",
      type, words ? "WordPiece" : "BPE"));
}

// Reads the side of the section "truncation", the only part of it that counts, and only where the
// configuration names no side, as in transformers.
Status read_side(const JsonField& root, Parts& parts) {
  if (!root.has("truncation")) return {};
  SF_ASSIGN(const auto field, root.at("truncation"));
  SF_TRY(field.must_be_object());
  SF_ASSIGN(const std::string side, field.text_or("direction", "Right"));
  if (side != "Left" && side != "Right")
    return field.wrong(fmt::format("direction: \"{}\" is neither \"Left\" nor \"Right\"", side));
  parts.cuts_left = side == "Left";
  return {};
}

Result<std::vector<AddedToken>> read_added(const JsonField& root) {
  std::vector<AddedToken> all;
  if (!root.has("added_tokens")) return all;
  SF_ASSIGN(const auto list, root.at("added_tokens"));
  SF_TRY(list.must_be_list());
  for (size_t i = 0; i < list.json().size(); ++i) {
    SF_ASSIGN(auto token, parse_added_token(list.element(i)));
    SF_ASSIGN(const auto id, list.element(i).at("id"));
    SF_ASSIGN(const auto number, id.whole(0, kMostTokens - 1));
    token.id = static_cast<int32_t>(number);
    all.push_back(std::move(token));
  }
  return all;
}

}  // namespace

Result<Parts> parse_tokenizer_json(std::string_view content, const std::string& file,
                                   const TokenizerConfig& config) {
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(content, file));
  const JsonField root(json, file);
  Parts parts;
  SF_TRY(check_settings(setting_files::kTokenizer, root, parts.notes));
  SF_TRY(read_side(root, parts));
  SF_ASSIGN(const auto model, root.at("model"));
  SF_TRY(parse_model(model, parts));
  if (root.has("normalizer")) {
    SF_ASSIGN(const auto field, root.at("normalizer"));
    SF_TRY(add_normalizer(field, config, parts));
  }
  SF_TRY(read_splitting(root, config, parts));
  SF_ASSIGN(auto added, read_added(root));
  SF_TRY(add_tokens(with_configured(std::move(added), config, parts), file + ": added_tokens", parts));
  if (root.has("post_processor")) {
    SF_ASSIGN(const auto field, root.at("post_processor"));
    SF_TRY(parse_template(field, parts));
    if (std::holds_alternative<BytePairs>(parts.model)) {
      parts.around.trim_offsets = config.trim_offsets.value_or(parts.around.trim_offsets);
      parts.around.has_prefix_space = config.add_prefix_space.value_or(parts.around.has_prefix_space);
    }
  }
  SF_TRY(finish(config, file, parts));
  return parts;
}

}  // namespace standfast::token
