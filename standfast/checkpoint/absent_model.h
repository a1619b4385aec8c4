// Why a folder is none of a model that can be read, by what it holds instead.
#pragma once

#include <string>

#include "standfast/base/result.h"

namespace standfast {

// lacking: what was looked for, "config.json". A missing error.
Failure absent_model(const std::string& folder, const std::string& lacking);

}  // namespace standfast
