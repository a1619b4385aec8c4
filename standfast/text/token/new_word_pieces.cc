#include "standfast/text/token/new_word_pieces.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/text/token/parts.h"
#include "standfast/text/token/tokenizer_config.h"
#include "standfast/text/token/word_piece_list.h"

namespace standfast::token {

std::string NewWordPieces::vocabulary_text() const {
  std::string out;
  for (const std::string& piece : pieces) out += piece + '\n';
  return out;
}

std::string NewWordPieces::config_text() const {
  const nlohmann::ordered_json config = {{"tokenizer_class", "BertTokenizer"},
                                         {"do_lower_case", lower},
                                         {"strip_accents", lower},
                                         {"tokenize_chinese_chars", true},
                                         {"model_max_length", most_tokens},
                                         {"pad_token", "[PAD]"},
                                         {"unk_token", "[UNK]"},
                                         {"cls_token", "[CLS]"},
                                         {"sep_token", "[SEP]"},
                                         {"mask_token", "[MASK]"}};
  return json_text(config, 2) + "\n";
}

Result<Tokenizer> NewWordPieces::tokenizer() const {
  SF_ASSIGN(const auto config, parse_tokenizer_config(config_text(), "tokenizer_config.json"));
  SF_ASSIGN(auto parts, parse_word_piece_list(vocabulary_text(), "vocab.txt", config));
  return Tokenizer(std::make_shared<const Parts>(std::move(parts)));
}

Status NewWordPieces::save(const std::string& folder) const {
  const std::filesystem::path path(folder);
  SF_TRY(write_file((path / "vocab.txt").string(), vocabulary_text()));
  return write_file((path / "tokenizer_config.json").string(), config_text());
}

}  // namespace standfast::token
