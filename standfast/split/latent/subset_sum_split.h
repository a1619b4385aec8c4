// Subset-Sum-Split: the set of whole clusters that comes nearest to the quotas of the classes is tested, and drawn
// documents fill what is missing (Züfle, Dankers, Titov 2023, Subset-Sum-Split). The set is the best there is.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry subset_sum_split_splitter();

}  // namespace standfast
