// The study of a run as provenance.json has it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/spec/spec.h"

namespace standfast {

// The study with components as they were recorded, unchecked, and without the columns that their options name: this version
// need not have them. For readers of runs; study_from_json() is for whoever continues one. Throws exceptions of nlohmann::json.
StudySpec recorded_study(const nlohmann::ordered_json& json);

}  // namespace standfast
