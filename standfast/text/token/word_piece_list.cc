#include "standfast/text/token/word_piece_list.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/text/printable.h"
#include "standfast/text/token/assemble.h"
#include "standfast/text/token/template_json.h"
#include "standfast/text/utf8.h"

namespace standfast::token {
namespace {

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
      return file_error(fmt::format("{}:{}: \"{}\" is there before, at line {}", file, line + 1, token,
                                    vocabulary.find(token) + 1));
    at = end + 1;
  }
  return vocabulary;
}

}  // namespace

Result<Parts> parse_word_piece_list(std::string_view content, const std::string& file,
                                    const TokenizerConfig& config) {
  Parts parts;
  SF_ASSIGN(parts.vocabulary, read_lines(content, file));
  if (!config.do_lower_case)
    parts.notes.push_back(
        "nothing says whether the model tells capitals apart (do_lower_case of tokenizer_config.json), so all is "
        "made lower case, which is wrong for a cased model");
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
