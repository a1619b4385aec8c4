#include "standfast/result/run/records.h"

#include <cassert>

namespace standfast::result {

const Task& RunRecords::the_task() const {
  const Task* known = find_task(task);
  assert(known != nullptr);
  return *known;
}

bool RunRecords::is_chance(size_t model) const {
  return the_task().model_facts(models[model].model).chance;
}

bool RunRecords::topics_only(size_t model) const {
  return the_task().model_facts(models[model].model).topics_only;
}

}  // namespace standfast::result
