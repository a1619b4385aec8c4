// Train on the past, test on what came after. Documents in the order of their dates; the latest share of them
// is tested, in one block or in several that follow each other; each block is tested by a model that knows
// only what is older. Documents of one date stay together, so shares are as near as whole dates allow.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry temporal_splitter();

}  // namespace standfast
