// The report of verification.
#pragma once

#include "standfast/report/task/task_report.h"

namespace standfast::report {

const TaskReport& pair_report();

}  // namespace standfast::report
