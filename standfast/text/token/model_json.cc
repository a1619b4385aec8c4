#include "standfast/text/token/model_json.h"

#include <utility>

#include <fmt/format.h>

#include "standfast/base/json.h"

namespace standfast::token {
namespace {

Result<Vocabulary> read_vocabulary(const JsonField& field) {
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

Status parse_word_piece(const JsonField& model, Parts& parts) {
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

}  // namespace

Status parse_model(const JsonField& model, Parts& parts) {
  SF_TRY(model.must_be_object());
  // Old files name no type; then the fields tell.
  SF_ASSIGN(const std::string type, model.text_or("type", model.has("merges") ? "BPE" : "WordPiece"));
  SF_ASSIGN(const auto vocabulary, model.at("vocab"));
  if (type != "WordPiece") {
    SF_ASSIGN(const auto field, model.at("type"));
    return field.wrong(fmt::format("the model {} is not known here (WordPiece and BPE are)", type));
  }
  SF_ASSIGN(parts.vocabulary, read_vocabulary(vocabulary));
  return parse_word_piece(model, parts);
}

}  // namespace standfast::token
