// Whether a study's models can run here: a program that is not there would fail every cell of its model.
#pragma once

#include "standfast/base/result.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// A missing error names the first model that cannot run, and what it lacks.
Status models_are_ready(const StudySpec& study, const StudyCatalogs& catalogs);

}  // namespace standfast
