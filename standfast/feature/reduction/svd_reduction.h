// The directions of the largest singular values (num/factor/svd.h): no other vectors of this length keep more
// of the squared lengths. Vectors are not centred: sparse ones stay sparse, and cosines keep their meaning.
#pragma once

#include "standfast/feature/reduction/reduction.h"

namespace standfast {

ReductionCatalog::Entry svd_reduction();

}  // namespace standfast
