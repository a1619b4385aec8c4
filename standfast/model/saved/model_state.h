// The state of a fitted model. Written as a folder: model.json, one file per blob, and the model's own files
// in a separate folder (docs/models.md).
#pragma once

#include <functional>
#include <map>
#include <string>

#include "standfast/base/json.h"
#include "standfast/base/result.h"

namespace standfast {

// Files of a model that are too large to be held twice, or that other programs read: a checkpoint in the
// layout of Hugging Face. They have a folder of their own. A state that is to be saved has `write`; a state
// that was read has `folder`; a model without such files has neither.
struct ModelFiles {
  // Writes them into an existing, empty folder, including files of subfolders. It may be called when the
  // model is gone, more than once, and writes the same bytes each time. When it returns, each file is closed
  // and flushed as by write_file. Names: no part begins with a dot, and nothing is a link.
  std::function<Status(const std::string& folder)> write = {};
  // The folder of the files, which are checked against their digests and are exactly the written ones. They
  // exist while restore() runs; data that are read later must be mapped or open by then, because the folder
  // may be replaced or removed.
  std::string folder = {};
};

struct ModelState {
  nlohmann::ordered_json fields;                  // small, readable: thresholds, weights
  std::map<std::string, std::string> blobs = {};  // large: vocabularies, matrices
  ModelFiles files = {};                          // larger: the weights of a network
};

}  // namespace standfast
