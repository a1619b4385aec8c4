// Whole groups into k folds, with the classes of their documents as even over the folds as can be found.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry stratified_group_k_fold_splitter();

}  // namespace standfast
