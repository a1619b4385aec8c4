// Principal components: the method of svd_reduction.h on vectors from which the mean of each number is taken
// away. No other vectors of this length keep more of the variance. Sparse vectors stay sparse while it is
// computed.
#pragma once

#include "standfast/feature/reduction/reduction.h"

namespace standfast {

ReductionCatalog::Entry pca_reduction();

}  // namespace standfast
