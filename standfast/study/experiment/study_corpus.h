// A corpus of a study, as every unit reads it.
#pragma once

#include <string>

#include "standfast/base/sink.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Reads a corpus of the study. If `facts` is given, checks that the corpus is still the one with which the
// run began.
Result<Corpus> read_study_corpus(const StudySpec& study, const CorpusSpec& corpus,
                                 const std::string& study_folder, const CorpusFacts* facts, Sink& sink,
                                 ReadReport* report = nullptr);

}  // namespace standfast
