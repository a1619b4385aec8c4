// Writes what model_config.h reads, under the keys of the family.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/checkpoint/model_config.h"

namespace standfast {

// config.json, as parse_model_config gives it back and transformers reads it.
std::string config_text(const ModelConfig& config);
Status write_model_config(const std::string& folder, const ModelConfig& config);

}  // namespace standfast
