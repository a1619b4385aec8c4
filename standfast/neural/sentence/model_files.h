// Which files of a model folder decide its vectors, and their digest.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// Names in the folder, sorted: configuration, weights, tokenizer, modules. Weights are not read.
Result<std::vector<std::string>> model_files(const std::string& folder);

// SHA-256 over the names and the SHA-256 of each of these files. Others in the folder do not count, nor does its place.
Result<std::string> digest_model(const std::string& folder);

}  // namespace standfast
