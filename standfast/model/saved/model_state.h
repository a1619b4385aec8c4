// What a fitted model is made of. Written as a folder: model.json and one file per blob (docs/models.md).
#pragma once

#include <map>
#include <string>

#include "standfast/base/json.h"

namespace standfast {

struct ModelState {
  nlohmann::ordered_json fields;             // small, readable: thresholds, weights
  std::map<std::string, std::string> blobs;  // large: vocabularies, matrices
};

}  // namespace standfast
