// The space of a condition as a run records it, and back.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/spec/spec.h"

namespace standfast {

nlohmann::ordered_json space_to_json(const SpaceSpec& space);
// May throw exceptions of nlohmann::json.
Result<SpaceSpec> space_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs);

}  // namespace standfast
