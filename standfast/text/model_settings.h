// Every setting that the files of a model folder may have, and what becomes of it here: one list for all readers.
//
// A model with a setting that changes its numbers, and is not followed, would give other numbers without a word. So such a
// setting is refused by name, unless it has a value that changes nothing. A setting that the list does not know is told.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"
#include "standfast/text/json_field.h"

namespace standfast {

enum class SettingUse {
  used,
  no_effect,  // does not change a number here
  refused,    // changes numbers and is not followed
};

struct ModelSetting {
  std::string_view file;  // as setting_files names them
  std::string_view key;
  SettingUse use;
  // Of a refused one, which values change nothing; others may leave it out.
  bool (*harmless)(const nlohmann::json& value) = nullptr;
  std::string_view what = "";  // of a refused one: what it would change
};

// Where settings stand. Those that begin with "model:" and so on are parts of tokenizer.json.
namespace setting_files {
inline constexpr std::string_view kConfig = "config.json";
inline constexpr std::string_view kTokenizerConfig = "tokenizer_config.json";
inline constexpr std::string_view kSpecialTokens = "special_tokens_map.json";
inline constexpr std::string_view kTokenizer = "tokenizer.json";
inline constexpr std::string_view kWordPiece = "tokenizer.json, model WordPiece";
inline constexpr std::string_view kBytePairs = "tokenizer.json, model BPE";
inline constexpr std::string_view kBertNormalizer = "tokenizer.json, normalizer BertNormalizer";
inline constexpr std::string_view kByteLevel = "tokenizer.json, pre-tokenizer ByteLevel";
inline constexpr std::string_view kModule = "modules.json, each module";
inline constexpr std::string_view kSentenceBert = "sentence_bert_config.json";
inline constexpr std::string_view kSentences = "config_sentence_transformers.json";
inline constexpr std::string_view kPooling = "config.json of Pooling";
inline constexpr std::string_view kDense = "config.json of Dense";
inline constexpr std::string_view kNormalize = "config.json of Normalize";
}  // namespace setting_files

std::span<const ModelSetting> model_settings();

// object: of that kind of file. A data error names a setting that is refused; a note is added that names those that the list
// does not know, if there are any.
Status check_settings(std::string_view file, const JsonField& object, std::vector<std::string>& notes);

}  // namespace standfast
