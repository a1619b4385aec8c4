// k-fold over topics: each fold tests on topics that training never saw.
// (Sawatphol et al. 2024, section 4.1; the paper's code needs a number of topics that k divides and takes
// them in the order of a set, so its folds differ from run to run. Here: topics by name, shuffled by the
// seed.)
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry topic_k_fold_splitter();

}  // namespace standfast
