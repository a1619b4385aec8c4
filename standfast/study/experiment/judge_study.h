// Checks of a study before it runs, in memory.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/experiment/measured_corpus.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Results of measured_corpus(), keyed by the corpus's data hash and whether blocks were asked for, for
// callers that judge many studies of one corpus.
using KnownCorpora = std::map<std::pair<std::string, bool>, MeasuredCorpus>;

// The warnings that a dry run would show for a study of one corpus. If a condition cannot be drawn, that is
// an error that says why.
Result<std::vector<DesignWarning>> judge_study(const StudySpec& study, const std::string& study_folder,
                                               const Corpus& corpus, int threads, Sink& sink,
                                               KnownCorpora* known = nullptr);

}  // namespace standfast
