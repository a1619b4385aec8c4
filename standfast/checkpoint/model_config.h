// config.json of a model folder: its architecture and sizes; its reader and its writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

enum class ModelFamily {
  bert,  // MiniLM too
  roberta,
  distilbert,
};
std::string_view name_of(ModelFamily family);

struct ModelConfig {
  ModelFamily family = ModelFamily::bert;
  size_t vocabulary = 0;   // V: rows of the table of tokens
  size_t hidden = 0;       // H
  size_t layers = 0;       // N
  size_t heads = 0;        // divides H
  size_t inner = 0;        // F
  size_t positions = 0;    // rows of the table of positions
  size_t token_types = 0;  // 0 for DistilBERT
  int32_t pad = 0;
  std::string activation = "gelu";
  double epsilon = 1e-12;            // epsilon of layer norms
  std::vector<std::string> classes;  // id2label, in the order of ids; empty if config.json does not name them
  size_t bottleneck = 0;             // only for writing: numbers of a head that transformers does not know
  bool masked_language = false;      // only for writing: the head tells hidden tokens
  bool several_labels = false;       // problem_type: a text may have several classes
  bool regression = false;
  std::vector<std::string> notes;  // notes for the user, a line each

  size_t most_tokens() const;  // the limit for one text, by the table of positions
};

// Parses config.json. path: its path. A data error names the field that is missing, does not fit the others,
// or would change numbers and is not followed here (model_settings.h); for any other architecture it names
// the architecture and the readable ones.
Result<ModelConfig> parse_model_config(std::string_view content, const std::string& path);
// Reads the configuration; a missing error if the folder has no config.json.
Result<ModelConfig> read_model_config(const std::string& folder);

// Diagnosis of a folder that holds no readable model, by its content.

// Returns a missing error that says what the folder holds instead. lacking: the file that was looked for,
// "config.json".
Failure absent_model(const std::string& folder, const std::string& lacking);

// Returns config.json, as parse_model_config reads it back and transformers reads it.
std::string config_text(const ModelConfig& config);
Status write_model_config(const std::string& folder, const ModelConfig& config);

}  // namespace standfast
