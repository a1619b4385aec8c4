// Dot product of two dense vectors. The additions have one fixed order (16 running sums, then a tree), which
// is the same on every machine and for every width of vector unit.
#pragma once

#include <cstddef>

namespace standfast {

double dot(const double* x, const double* y, size_t n);

// Computes the dot product of float32 numbers in double: products are exact, sums in the same order as above.
double dot(const float* x, const float* y, size_t n);
// Computes the sum of squared differences, each of which is rounded to double.
double squared_difference(const float* x, const float* y, size_t n);

}  // namespace standfast
