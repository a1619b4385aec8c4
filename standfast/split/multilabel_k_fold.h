// Stratified k-fold over several labels at once: several columns, lists of labels, or both.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry multilabel_k_fold_splitter();

}  // namespace standfast
