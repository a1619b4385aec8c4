#include "standfast/text/token/model_json.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/text/model_settings.h"

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
  if (vocabulary.size() == 0) return field.wrong("no token is there");
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

}  // namespace standfast::token
