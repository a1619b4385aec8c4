// Plain k-fold over documents: the i.i.d. reference that survival is measured against. Authors and topics are
// on both sides.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry k_fold_splitter();

}  // namespace standfast
