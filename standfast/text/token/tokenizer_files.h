// What lies in the folder of a model and says how it reads text.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/text/token/parts.h"

namespace standfast::token {

// As Tokenizer::load says.
Result<Parts> load_parts(const std::string& folder);

}  // namespace standfast::token
