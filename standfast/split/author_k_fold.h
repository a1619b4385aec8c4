// k-fold over authors: each fold tests on authors that training never saw.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry author_k_fold_splitter();

}  // namespace standfast
