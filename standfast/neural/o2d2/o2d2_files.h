// A trained O2D2 as files: model.safetensors with all weights, vocabulary.json.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/neural/o2d2/o2d2_network.h"
#include "standfast/neural/o2d2/o2d2_text.h"

namespace standfast {

Status save_o2d2(const std::string& folder, const O2d2Network& network, const O2d2Vocabulary& vocabulary);

struct LoadedO2d2 {
  O2d2Vocabulary vocabulary;
  O2d2Network network;
};
// Loads a trained O2D2. A data error names a missing tensor or one of another shape.
Result<LoadedO2d2> load_o2d2(const std::string& folder);

}  // namespace standfast
