// Loading of the tokenizer's files from the folder of a model.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/text/token/parts.h"

namespace standfast::token {

// Loads the parts as Tokenizer::load describes.
Result<Parts> load_parts(const std::string& folder);

}  // namespace standfast::token
