// The report of classification.
#pragma once

#include "standfast/report/task/task_report.h"

namespace standfast::report {

const TaskReport& class_report();

}  // namespace standfast::report
