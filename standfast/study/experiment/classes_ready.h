// Whether a corpus has classes to tell apart, and how many of its documents have none. Asked before anything runs.
#pragma once

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// corpus: as the study reads it, with a column for the target (ColumnsReady). A data error if fewer than two classes are
// left in it. Tells the sink how many documents have no class, and which parts of the corpus have none at all. Nothing
// to do for a task without a target.
Status classes_ready(const StudySpec& study, const CorpusSpec& spec, const Corpus& corpus, Sink& sink);

}  // namespace standfast
