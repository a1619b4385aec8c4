// A map by UMAP (cluster/umap/umap.h): near documents stay near; how far apart far ones are means little.
#pragma once

#include "standfast/feature/reduction/reduction.h"

namespace standfast {

ReductionCatalog::Entry umap_reduction();

}  // namespace standfast
