// The entries of split_analyses(), each defined in a file of its own.
#pragma once

#include "standfast/analysis/split/split_analysis.h"

namespace standfast {

SplitAnalysisCatalog::Entry word_overlap_analysis();
SplitAnalysisCatalog::Entry rare_words_analysis();
SplitAnalysisCatalog::Entry lengths_analysis();
SplitAnalysisCatalog::Entry divergence_analysis();  // kl
SplitAnalysisCatalog::Entry under_represented_analysis();
SplitAnalysisCatalog::Entry class_words_analysis();
SplitAnalysisCatalog::Entry class_topics_analysis();   // topics
SplitAnalysisCatalog::Entry shared_groups_analysis();  // groups
SplitAnalysisCatalog::Entry label_mix_analysis();
SplitAnalysisCatalog::Entry shift_analysis();

}  // namespace standfast
