// What a study has explained, as a run records it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/spec/spec.h"

namespace standfast {

nlohmann::ordered_json explain_to_json(const ExplainSpec& explain);
// May throw exceptions of nlohmann::json.
Result<ExplainSpec> explain_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs);

}  // namespace standfast
