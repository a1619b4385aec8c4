// Whether a study's models can run here. If the program of a model is missing, every cell of the model would
// fail.
#pragma once

#include "standfast/base/result.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// A missing error names the first model that cannot run, and what is missing.
Status models_are_ready(const StudySpec& study, const StudyCatalogs& catalogs);

}  // namespace standfast
