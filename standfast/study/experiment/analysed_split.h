// Preparation of an analysis of splits in a study: its options and the vectors that it compares.
#pragma once

#include <string>

#include "standfast/analysis/split/split_analysis.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Returns the analysis, with its files located from the folder of the study.
Result<std::unique_ptr<SplitAnalysis>> study_analysis(const AnalysisSpec& analysis,
                                                      const std::string& study_folder,
                                                      const StudyCatalogs& catalogs);

// Returns the vectors to compare, by row of the corpus. The encoder learns from all documents except the
// documents of sides, which get zeros.
Result<Encoded> vectors_to_compare(const Corpus& corpus, const EncoderChoice& choice,
                                   const std::string& study_folder, const StudyCatalogs& catalogs,
                                   int threads, Sink& sink);

}  // namespace standfast
