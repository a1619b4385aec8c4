// Whether the models that are not trained here answer the classes of a corpus. Asked before anything runs.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// corpus: as the study reads it, with a column for the target. Errors of Classifier::check_classes() name the model.
// Nothing to do for a task without a target.
Status labels_ready(const StudySpec& study, const Corpus& corpus, const std::string& study_folder,
                    const StudyCatalogs& catalogs);

}  // namespace standfast
