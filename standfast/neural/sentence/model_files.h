// The files of a model folder that determine its vectors, and their digest.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// Returns names in the folder, sorted: configuration, weights, tokenizer, modules. Weights are not read.
Result<std::vector<std::string>> model_files(const std::string& folder);

// Returns the SHA-256 over the names and the SHA-256 of each of these files. Other files in the folder do not
// count, nor does its place.
Result<std::string> digest_model(const std::string& folder);

}  // namespace standfast
