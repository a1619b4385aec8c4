// config.json of a LUAR folder (Rivera-Soto et al. 2021, Learning universal authorship representations): an
// encoder under the prefix "transformer.", and a linear layer, "linear.", behind it.
#pragma once

#include <cstddef>
#include <string>

#include "standfast/base/result.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/weights.h"

namespace standfast {

struct LuarConfig {
  ModelConfig encoder;
  size_t columns = 512;  // numbers of an author vector (embedding_size)
  // The texts of an episode. Public folders do not state them: their texts are paragraphs, of which 32 tokens
  // are read.
  size_t window = 32;  // most tokens of one text, specials included
  bool paragraphs =
      false;  // paragraphs of sentences, whose end is cut; else consecutive windows, which skip nothing
};

// The prefix of the encoder's tensors, and the name of the layer.
inline constexpr const char* kLuarEncoder = "transformer.";
inline constexpr const char* kLuarLayer = "linear";

// Returns whether config.json says model_type "LUAR"; false where there is no readable config.json.
bool is_luar_folder(const std::string& folder);

// Reads the configuration. Sizes that config.json lacks come from the tensors: public folders lack all, and
// are a RoBERTa of 12 heads with epsilon 1e-5. A data error where the tensors do not make up such an encoder.
Result<LuarConfig> read_luar_config(const std::string& folder, const Weights& weights);

// Returns config.json, as read_luar_config reads it back.
std::string luar_config_text(const LuarConfig& config);

}  // namespace standfast
