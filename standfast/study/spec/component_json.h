// Components as a run records them: their name and their resolved options.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/spec/spec.h"

namespace standfast {

// Both may throw exceptions of nlohmann::json.
std::map<std::string, OptionValue> options_from_json(const nlohmann::ordered_json& json);
Result<ComponentSpec> component_from_json(const ComponentList& catalog, const std::string& name,
                                          const nlohmann::ordered_json& options);

}  // namespace standfast
