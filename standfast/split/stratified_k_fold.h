// k-fold in which every fold has each class in proportion.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry stratified_k_fold_splitter();

}  // namespace standfast
