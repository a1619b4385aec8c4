// Train on the past, test on what came after. Documents in the order of their dates; the latest share of them
// is tested, in one block or in several that follow each other; each block is tested by a model that knows
// only what is older. Documents of one date stay together, so shares are as near as whole dates allow.
//
// With keep-whole a group is tested, whole, in the block in which it begins. It trains for the blocks that begin after it
// has ended (and the gap after that). In between it is on no side, so nothing that trains is younger than what is tested.
// Validation takes the groups that end last.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry temporal_splitter();

}  // namespace standfast
