// A map by UMAP (cluster/umap/umap.h): near documents stay near; distances between far documents mean little.
#pragma once

#include "standfast/feature/reduction/reduction.h"

namespace standfast {

ReductionCatalog::Entry umap_reduction();

}  // namespace standfast
