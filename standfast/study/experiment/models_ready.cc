#include "standfast/study/experiment/models_ready.h"

#include <fmt/format.h>

#include "standfast/study/task/task.h"

namespace standfast {

Status models_are_ready(const StudySpec& study, const StudyCatalogs& catalogs) {
  for (const auto& spec : study.models)
    if (const Status ready = study.the_task().ready(spec, catalogs); !ready)
      return with_context(fmt::format("model \"{}\"", spec.name), ready.error());
  for (const auto& condition : study.conditions)
    if (const auto& space = condition.space; space && space->of_model)
      if (const Status ready = catalogs.classifiers->ready(space->maker.name, space->maker.options); !ready)
        return with_context(fmt::format("space of condition \"{}\"", condition.name), ready.error());
  return {};
}

}  // namespace standfast
