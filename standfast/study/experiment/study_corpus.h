// A corpus of a study, as every unit reads it.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Reads a corpus of the study. If `facts` is given, checks that the corpus is still the one with which the
// run began.
Result<Corpus> read_study_corpus(const StudySpec& study, const CorpusSpec& corpus,
                                 const std::string& study_folder, const CorpusFacts* facts, Sink& sink,
                                 ReadReport* report = nullptr);

// Keeps the documents of the sides of a study's corpus (other than the test documents) apart. Errors: the
// corpus lacks a column, a side has no documents, no documents are left for folds, or a document is on two
// sides.
Status keep_sides_apart(const CorpusSpec& spec, Corpus& corpus);

}  // namespace standfast
