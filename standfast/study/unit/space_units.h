// Units that make the space of a condition: the fit of its model, if a model makes it, and the vectors.
#pragma once

#include <optional>

#include "standfast/study/plan/plan.h"

namespace standfast {

// Return the units for a condition that has a space. fit_unit: nothing unless a model makes the space.
std::optional<Unit> fit_unit(const Plan& plan, const ConditionSpec& condition, const CorpusFacts& corpus);
Unit space_unit(const Plan& plan, const ConditionSpec& condition, const CorpusFacts& corpus);

// Returns the unit that makes the vectors for the sampler of a condition that names an encoder. The aggregate
// is not part of it: the reader aggregates the vectors.
Unit vectors_unit(const ConditionSpec& condition, const CorpusFacts& corpus);

}  // namespace standfast
