// Results of classification.
#pragma once

#include "standfast/result/task/task_results.h"

namespace standfast::result {

const TaskResults& class_results();

}  // namespace standfast::result
