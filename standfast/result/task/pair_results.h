// Results of verification.
#pragma once

#include "standfast/result/task/task_results.h"

namespace standfast::result {

const TaskResults& pair_results();

}  // namespace standfast::result
