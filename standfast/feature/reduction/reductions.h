// The entries of reductions(), each in a file of its own.
#pragma once

#include "standfast/feature/reduction/reduction.h"

namespace standfast {

ReductionCatalog::Entry pca_reduction();
ReductionCatalog::Entry svd_reduction();
ReductionCatalog::Entry umap_reduction();

}  // namespace standfast
