// The metrics of a run.
#pragma once

#include "standfast/base/result.h"
#include "standfast/metric/task_profile.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

using RunMetric = TaskMetric;
using RunProfile = TaskProfile;

// A data error if this version does not know the profile.
Result<RunProfile> run_profile(const RunRecords& run);

}  // namespace standfast::result
