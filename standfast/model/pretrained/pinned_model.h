// The files of a model that an option names.
#pragma once

#include <string>

#include "standfast/base/result.h"

namespace standfast {

struct PinnedModel {
  std::string folder;
  std::string sha256;  // of the files that determine its answers
};

// Finds a model. folder_or_name: a folder of Hugging Face files, or a name in the hub's cache. A missing
// error if there is none; a data error if `sha256` is given and the files have another digest. Errors do not
// name the caller.
Result<PinnedModel> pinned_model(const std::string& folder_or_name, const std::string& sha256);

}  // namespace standfast
