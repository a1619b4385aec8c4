// Study of a run in the form of provenance.json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/spec/spec.h"

namespace standfast {

// Returns the study with components as they were recorded, unchecked, and without the columns that their
// options name: this version need not have the components. For readers of runs; code that continues a run
// uses study_from_json(). Throws exceptions of nlohmann::json.
StudySpec recorded_study(const nlohmann::ordered_json& json);

}  // namespace standfast
