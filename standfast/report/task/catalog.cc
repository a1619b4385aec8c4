// The report of each task, one line each.
#include <algorithm>
#include <cassert>
#include <iterator>

#include "standfast/report/task/task_report.h"

namespace standfast::report {

const TaskReport& report_of(const Task& task) {
  static const TaskReport* const all[] = {
      &pair_report(),
      &class_report(),
  };
  const auto* const found = std::find_if(std::begin(all), std::end(all),
                                         [&](const TaskReport* one) { return &one->task() == &task; });
  assert(found != std::end(all));
  return **found;
}

}  // namespace standfast::report
