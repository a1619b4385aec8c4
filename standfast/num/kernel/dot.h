// Dot product of two dense vectors in one fixed order of additions (16 running sums, then a tree), the same
// on every machine and for every width of vector unit.
#pragma once

#include <cstddef>

namespace standfast {

double dot(const double* x, const double* y, size_t n);

}  // namespace standfast
