// Dot product of two dense vectors. The additions have one fixed order (16 running sums, then a tree), which
// is the same on every machine and for every width of vector unit.
#pragma once

#include <cstddef>

namespace standfast {

double dot(const double* x, const double* y, size_t n);

}  // namespace standfast
