// Whether the lists of function words that classifiers of a study read hold one word a line by the rule for words of each
// classifier (its options `words` and `lower-case`). The kind of an auxiliary file does not know this rule. Asked before
// anything runs.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// A data error names the model or the space, the file and the line. A list that a classifier does not look at, because its
// features hold no function words, is not read.
Status word_lists_ready(const StudySpec& study, const std::string& study_folder,
                        const StudyCatalogs& catalogs);

}  // namespace standfast
