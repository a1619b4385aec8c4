// The settings of model folders and their treatment here: one list for all readers.
//
// A setting that changes numbers and is not supported is refused by name, unless its value is harmless, so
// that no model silently gives other numbers. Settings that are not in the list are reported in a note.
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
  std::string_view file;  // one of setting_files
  std::string_view key;
  SettingUse use;
  // Returns whether a value of a refused setting changes nothing. Unused for the other settings.
  bool (*harmless)(const nlohmann::json& value) = nullptr;
  std::string_view what = "";  // for a refused setting: what it would change
};

// Names of files; parts of tokenizer.json are named with it.
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
inline constexpr std::string_view kLuar = "config.json of LUAR";
}  // namespace setting_files

std::span<const ModelSetting> model_settings();

// Checks an object of a file of this kind. A data error names a refused setting; a note lists the settings
// that are not in the list.
Status check_settings(std::string_view file, const JsonField& object, std::vector<std::string>& notes);

}  // namespace standfast
