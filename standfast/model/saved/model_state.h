// What a fitted model is made of. Written as a folder: model.json, one file per blob, and the model's own files in a folder
// of their own (docs/models.md).
#pragma once

#include <functional>
#include <map>
#include <string>

#include "standfast/base/json.h"
#include "standfast/base/result.h"

namespace standfast {

// Files of a model that are too large to be held twice, or that other programs read: a checkpoint as Hugging Face lays it
// out. They lie beside each other in one folder, which is theirs alone. A state that is to be saved has `write`; one that
// was read has `folder`; a model without such files has neither.
struct ModelFiles {
  // Writes them into a folder that is there and empty; files of subfolders too. It may be called when the model that gave
  // it is gone, more than once, and writes the same bytes each time. Each file is closed, and flushed as write_file does
  // it, when it returns. Names: no part begins with a dot, and nothing is a link.
  std::function<Status(const std::string& folder)> write = {};
  // Where they lie, checked against their digests: exactly those that were written. They are there while restore() runs;
  // what is read later must be mapped or open by then, because the folder may be replaced or removed.
  std::string folder = {};
};

struct ModelState {
  nlohmann::ordered_json fields;                  // small, readable: thresholds, weights
  std::map<std::string, std::string> blobs = {};  // large: vocabularies, matrices
  ModelFiles files = {};                          // larger: the weights of a network
};

}  // namespace standfast
