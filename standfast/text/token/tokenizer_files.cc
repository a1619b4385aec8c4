#include "standfast/text/token/tokenizer_files.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/text/json_field.h"
#include "standfast/text/model_settings.h"
#include "standfast/text/printable.h"
#include "standfast/text/token/added_tokens.h"
#include "standfast/text/token/assemble.h"
#include "standfast/text/token/template_json.h"
#include "standfast/text/token/tokenizer_config.h"
#include "standfast/text/utf8.h"

namespace standfast::token {
namespace {

Status parse_word_piece(const JsonField& model, Parts& parts) {
  SF_TRY(check_settings(setting_files::kWordPiece, model, parts.notes));
  WordPiece words;
  SF_ASSIGN(words.prefix, model.text_or("continuing_subword_prefix", "##"));
  if (model.has("max_input_chars_per_word")) {
    SF_ASSIGN(const auto field, model.at("max_input_chars_per_word"));
    SF_ASSIGN(const auto most, field.whole(1, 1 << 30));
    words.most_characters = static_cast<size_t>(most);
  }
  SF_ASSIGN(const std::string unknown, model.text_or("unk_token", "[UNK]"));
  words.unknown = parts.vocabulary.find(unknown);
  if (words.unknown < 0) {
    SF_ASSIGN(const auto field, model.at("vocab"));
    return field.wrong(fmt::format("the token for unknown words, \"{}\", is missing", unknown));
  }
  parts.model = std::move(words);
  return {};
}

// Reads "a b" or ["a", "b"]; returns views into the JSON.
Result<Merge> read_merge(const JsonField& field) {
  const auto& json = field.json();
  if (json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_string())
    return Merge{json[0].get_ref<const std::string&>(), json[1].get_ref<const std::string&>()};
  if (json.is_string()) {
    const std::string_view text = json.get_ref<const std::string&>();
    if (const size_t space = text.find(' ');
        space != std::string_view::npos && text.find(' ', space + 1) == std::string_view::npos)
      return Merge{text.substr(0, space), text.substr(space + 1)};
  }
  return field.wrong("two tokens are expected, as a list or with one space between");
}

Status parse_byte_pairs(const JsonField& model, Parts& parts) {
  SF_TRY(check_settings(setting_files::kBytePairs, model, parts.notes));
  SF_ASSIGN(const bool ignore_merges, model.boolean_or("ignore_merges", false));
  SF_ASSIGN(const auto list, model.at("merges"));
  SF_TRY(list.must_be_list());
  std::vector<Merge> merges;
  merges.reserve(list.json().size());
  for (size_t i = 0; i < list.json().size(); ++i) {
    SF_ASSIGN(const Merge merge, read_merge(list.element(i)));
    merges.push_back(merge);
  }
  SF_ASSIGN(parts.model,
            BytePairs::make(parts.vocabulary, merges, ignore_merges, model.file(), "model.merges: merge"));
  return {};
}

Result<Vocabulary> read_lines(std::string_view content, const std::string& file) {
  Vocabulary vocabulary;
  int32_t line = 0;
  for (size_t at = 0; at < content.size(); ++line) {
    const size_t end = std::min(content.find('\n', at), content.size());
    auto token = content.substr(at, end - at);
    if (token.ends_with('\r')) token.remove_suffix(1);
    if (!is_valid_utf8(token)) return file_error(fmt::format("{}:{}: not valid UTF-8", file, line + 1));
    if (line >= kMostTokens) return file_error(fmt::format("{}: more than {} lines", file, kMostTokens));
    if (!vocabulary.add(token, line))
      return file_error(fmt::format("{}:{}: \"{}\" occurred before, in line {}", file, line + 1, token,
                                    vocabulary.find(token) + 1));
    at = end + 1;
  }
  return vocabulary;
}

}  // namespace

Result<Vocabulary> parse_vocabulary(const JsonField& field) {
  SF_TRY(field.must_be_object());
  Vocabulary vocabulary;
  for (const auto& [token, id] : field.json().items()) {
    if (!id.is_number_integer() || id < 0 || id >= kMostTokens)
      return field.wrong(
          fmt::format("the id of \"{}\" should be a whole number from 0 to {}", token, kMostTokens - 1));
    if (const auto number = id.get<int32_t>(); !vocabulary.add(token, number))
      return field.wrong(
          fmt::format("\"{}\" and \"{}\" have the same id {}", vocabulary.token(number), token, number));
  }
  if (vocabulary.size() == 0) return field.wrong("there is no token");
  return vocabulary;
}

Status parse_model(const JsonField& model, Parts& parts) {
  SF_TRY(model.must_be_object());
  // Old files name no type; then the fields tell.
  SF_ASSIGN(const std::string type, model.text_or("type", model.has("merges") ? "BPE" : "WordPiece"));
  SF_ASSIGN(const auto vocabulary, model.at("vocab"));
  if (type != "WordPiece" && type != "BPE") {
    SF_ASSIGN(const auto field, model.at("type"));
    return field.wrong(fmt::format("the model {} is not known here (WordPiece and BPE are)", type));
  }
  SF_ASSIGN(parts.vocabulary, parse_vocabulary(vocabulary));
  return type == "BPE" ? parse_byte_pairs(model, parts) : parse_word_piece(model, parts);
}

namespace {

// Returns the configuration's value, where it has one, and adds a note if it differs.
bool settle(const std::optional<bool>& said, bool value, const char* what, std::vector<std::string>& notes) {
  if (said && *said != value)
    notes.push_back(fmt::format(
        "tokenizer_config.json sets {} to {}, against tokenizer.json; the value of tokenizer_config.json is "
        "used, as in transformers",
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
      "the normalizer {} is not known here (BertNormalizer, NFC, NFD, NFKC, NFKD, Lowercase, StripAccents "
      "and "
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
      "the pre-tokenizer {} is not known here with {} (BertPreTokenizer with WordPiece and ByteLevel with "
      "BPE are)",
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

namespace {

// Reads merges, one a line, two tokens with one space between. A merge may begin with '#', so only a line
// "#version" is none.
Result<std::vector<Merge>> read_merges(const NamedContent& from) {
  std::vector<Merge> merges;
  const std::string_view content = from.content;
  size_t number = 0;
  for (size_t at = 0; at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    auto line = content.substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with("#version") || (line.empty() && at >= content.size())) continue;
    const size_t space = line.find(' ');
    if (space == std::string_view::npos || space == 0 || space + 1 == line.size() ||
        line.find(' ', space + 1) != std::string_view::npos)
      return file_error(
          fmt::format("{}:{}: two tokens with one space between are expected", from.file, number));
    merges.push_back({line.substr(0, space), line.substr(space + 1)});
  }
  return merges;
}

}  // namespace

Result<Parts> parse_byte_pair_files(const NamedContent& vocabulary, const NamedContent& merges,
                                    const TokenizerConfig& config) {
  SF_ASSIGN(const auto json, parse_json<nlohmann::json>(vocabulary.content, vocabulary.file));
  Parts parts;
  SF_ASSIGN(parts.vocabulary, parse_vocabulary(JsonField(json, vocabulary.file)));
  SF_ASSIGN(const auto pairs, read_merges(merges));
  SF_ASSIGN(parts.model, BytePairs::make(parts.vocabulary, pairs, false, merges.file, "merge"));
  parts.splitting = Splitting::bytes;
  parts.add_prefix_space = config.add_prefix_space.value_or(false);

  std::vector<AddedToken> added;
  const auto special = [&](const char* key, const char* usual) {
    AddedToken token;
    token.content = usual;
    token.special = true;
    token.lstrip = std::string_view(key) == "mask_token";
    if (const auto found = config.named.find(key); found != config.named.end()) {
      const bool lstrip = token.lstrip;
      token = found->second;
      token.lstrip = token.lstrip || lstrip;
    }
    token.id = parts.vocabulary.find(token.content);
    if (token.id >= 0 && std::ranges::find(added, token.content, &AddedToken::content) == added.end())
      added.push_back(token);
    return token.id;
  };
  const int32_t cls = special(config.named.contains("cls_token") ? "cls_token" : "bos_token", "<s>");
  const int32_t sep = special(config.named.contains("sep_token") ? "sep_token" : "eos_token", "</s>");
  special("pad_token", "<pad>");
  special("unk_token", "<unk>");
  special("mask_token", "<mask>");
  if (cls >= 0 && sep >= 0 && cls != sep) {
    parts.around = roberta_template(cls, sep);
    parts.around.trim_offsets = config.trim_offsets.value_or(true);
    parts.around.has_prefix_space = parts.add_prefix_space;
  }
  SF_TRY(add_tokens(with_configured(std::move(added), config, parts), vocabulary.file, parts));
  SF_TRY(finish(config, vocabulary.file, parts));
  return parts;
}

namespace {

constexpr const char* kConfig = "tokenizer_config.json";
constexpr const char* kJson = "tokenizer.json";
constexpr const char* kWordPieces = "vocab.txt";
constexpr const char* kBytePairs = "vocab.json";
constexpr const char* kMerges = "merges.txt";
constexpr const char* kSpecials = "special_tokens_map.json";
constexpr const char* kAdded = "added_tokens.json";

struct Folder {
  std::string path;
  std::string file(const char* name) const { return (std::filesystem::path(path) / name).string(); }
  bool has(const char* name) const {
    std::error_code ignored;
    return std::filesystem::exists(file(name), ignored);
  }
};

// Reads the configuration, and the names of the files that contributed to it.
Result<TokenizerConfig> read_config_of(const Folder& folder, std::vector<std::string>& files) {
  TokenizerConfig config;
  if (folder.has(kConfig)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kConfig)));
    SF_ASSIGN(config, parse_tokenizer_config(content, folder.file(kConfig)));
    files.emplace_back(kConfig);
  }
  if (config.lists_added) return config;
  if (folder.has(kSpecials)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kSpecials)));
    SF_ASSIGN(const bool counts, add_special_tokens_map(content, folder.file(kSpecials), config));
    if (counts) files.emplace_back(kSpecials);
  }
  if (folder.has(kAdded)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kAdded)));
    SF_TRY(add_added_tokens(content, folder.file(kAdded), config));
    files.emplace_back(kAdded);
  }
  return config;
}

Result<Parts> read_parts_of(const Folder& folder, const TokenizerConfig& config) {
  if (folder.has(kJson)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kJson)));
    SF_ASSIGN(auto parts, parse_tokenizer_json(content, folder.file(kJson), config));
    parts.files = {kJson};
    return parts;
  }
  if (folder.has(kWordPieces)) {
    SF_ASSIGN(const std::string content, read_file(folder.file(kWordPieces)));
    SF_ASSIGN(auto parts, parse_word_piece_list(content, folder.file(kWordPieces), config));
    parts.files = {kWordPieces};
    return parts;
  }
  if (folder.has(kBytePairs)) {
    if (!folder.has(kMerges))
      return missing_error(fmt::format("{}: is missing beside {}", folder.file(kMerges), kBytePairs));
    SF_ASSIGN(std::string vocabulary, read_file(folder.file(kBytePairs)));
    SF_ASSIGN(std::string merges, read_file(folder.file(kMerges)));
    SF_ASSIGN(auto parts, parse_byte_pair_files({folder.file(kBytePairs), std::move(vocabulary)},
                                                {folder.file(kMerges), std::move(merges)}, config));
    parts.files = {kBytePairs, kMerges};
    return parts;
  }
  return missing_error(fmt::format(
      "{}: holds no tokenizer (tokenizer.json, vocab.txt, or vocab.json and merges.txt); is it the folder of "
      "a model?",
      folder.path));
}

}  // namespace

Result<Parts> load_parts(const std::string& path) {
  const Folder folder{path};
  std::vector<std::string> files;
  SF_ASSIGN(const TokenizerConfig config, read_config_of(folder, files));
  SF_ASSIGN(auto parts, read_parts_of(folder, config));
  parts.files.insert(parts.files.end(), files.begin(), files.end());
  parts.notes.insert(parts.notes.end(), config.notes.begin(), config.notes.end());
  return parts;
}

Result<Parts> parse_word_piece_list(std::string_view content, const std::string& file,
                                    const TokenizerConfig& config) {
  Parts parts;
  SF_ASSIGN(parts.vocabulary, read_lines(content, file));
  if (!config.do_lower_case)
    parts.notes.push_back(
        "nothing says whether the model tells capitals apart (do_lower_case of tokenizer_config.json), so "
        "all letters are lowered, which is wrong for a cased model");
  BertNormalizer bert;
  bert.lower = config.do_lower_case.value_or(true);
  bert.strip_accents = config.strip_accents.value_or(bert.lower);
  bert.ideographs = config.tokenize_chinese_chars.value_or(true);
  parts.normalizer = steps_of(bert);

  // Specials that the model cannot do without, and the others if they are there.
  const auto special = [&](const char* key, const char* usual) {
    if (const auto found = config.named.find(key); found != config.named.end()) return found->second;
    AddedToken token;
    token.content = usual;
    token.special = true;
    return token;
  };
  std::vector<AddedToken> added;
  int32_t ids[5];
  size_t at = 0;
  for (const auto& [key, usual, needed] : {std::tuple{"cls_token", "[CLS]", true},
                                           {"sep_token", "[SEP]", true},
                                           {"unk_token", "[UNK]", true},
                                           {"pad_token", "[PAD]", false},
                                           {"mask_token", "[MASK]", false}}) {
    AddedToken token = special(key, usual);
    token.id = ids[at++] = parts.vocabulary.find(token.content);
    if (needed && token.id < 0)
      return file_error(
          fmt::format("{}: \"{}\" is missing; is it the list of a BERT model?", file, token.content));
    if (token.id >= 0) added.push_back(std::move(token));
  }
  WordPiece words;
  words.unknown = ids[2];
  parts.model = std::move(words);
  parts.around = bert_template(ids[0], ids[1]);
  SF_TRY(add_tokens(with_configured(std::move(added), config, parts), file, parts));
  SF_TRY(finish(config, file, parts));
  return parts;
}

}  // namespace standfast::token
