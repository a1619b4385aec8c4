// Catalog of tasks, one line each.
#include <algorithm>

#include "standfast/study/spec/spec.h"
#include "standfast/study/task/task.h"

namespace standfast {

const std::vector<const Task*>& tasks() {
  static const std::vector<const Task*> all = {
      &verification_task(),
      &classification_task(),
  };
  return all;
}

ModelFacts Task::model_facts(std::string_view model) const {
  return model_facts(model, study_catalogs());
}

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const Task* task : tasks()) names.emplace_back(task->name());
  return names;
}

const Task* find_task(std::string_view name) {
  const auto found =
      std::find_if(tasks().begin(), tasks().end(), [&](const Task* t) { return t->name() == name; });
  return found == tasks().end() ? nullptr : *found;
}

}  // namespace standfast
