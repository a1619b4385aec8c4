// A trained A2R as files: model.safetensors with all weights, vocabulary.json.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/neural/a2r/a2r_network.h"
#include "standfast/neural/a2r/a2r_text.h"

namespace standfast {

struct LoadedA2r {
  A2rVocabulary vocabulary;
  A2rNetwork network;
};

Status save_a2r(const std::string& folder, const LoadedA2r& model);
// Loads a trained A2R. A data error names a missing tensor or one of another shape.
Result<LoadedA2r> load_a2r(const std::string& folder);

}  // namespace standfast
