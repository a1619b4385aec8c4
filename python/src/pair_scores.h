// Answers to pairs, as a metric profile takes them.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast::python {

// Scores beyond [0, 1] as the profile has them; a data error where it refuses them. owner: of the answers; "" for one only.
Status as_profile_has_them(const MetricProfile& profile, const std::string& owner,
                           std::vector<double>& scores);

}  // namespace standfast::python
