// Checks of a study before it runs, in memory.
#pragma once

#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// The warnings that a dry run would show for a study of one corpus. If a condition cannot be drawn, that is
// an error that says why.
Result<std::vector<DesignWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                               const Corpus& corpus, int threads, Sink& sink);

}  // namespace standfast
