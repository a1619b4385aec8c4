// The writer of config.json: the counterpart of model_config.h, with the keys of the family.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/checkpoint/model_config.h"

namespace standfast {

// Returns config.json, as parse_model_config reads it back and transformers reads it.
std::string config_text(const ModelConfig& config);
Status write_model_config(const std::string& folder, const ModelConfig& config);

}  // namespace standfast
