// Closest-Split: the clusters that lie farthest from the others are tested, and the documents nearest to them fill
// the test side, so that a model meets a region that it knows least (Züfle, Dankers, Titov 2023, Closest-Split).
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry closest_split_splitter();

}  // namespace standfast
