// The units that make the space of a condition: the fit of its model, where it is one, and the vectors.
#pragma once

#include <optional>

#include "standfast/study/plan/plan.h"

namespace standfast {

// Of a condition that has a space; the first: of a space of a model.
std::optional<Unit> fit_unit(const Plan& plan, const ConditionSpec& condition, const CorpusFacts& corpus);
Unit space_unit(const Plan& plan, const ConditionSpec& condition, const CorpusFacts& corpus);

}  // namespace standfast
