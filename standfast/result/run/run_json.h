// A file of a run that holds one JSON object.
#pragma once

#include <string>

#include "standfast/base/json.h"
#include "standfast/base/result.h"

namespace standfast::result {

Result<nlohmann::ordered_json> read_json(const std::string& path);

}  // namespace standfast::result
