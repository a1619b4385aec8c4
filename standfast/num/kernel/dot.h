// Dot product of two dense vectors. The additions have one fixed order (16 running sums, then a tree), which
// is the same on every machine and for every width of vector unit.
#pragma once

#include <cmath>
#include <cstddef>

#include "standfast/num/kernel/dense.h"

namespace standfast {

double dot(const double* x, const double* y, size_t n);

// Computes the dot product of float32 numbers in double: products are exact, sums in the same order as above.
double dot(const float* x, const float* y, size_t n);
// Computes the sum of squared differences, each of which is rounded to double.
double squared_difference(const float* x, const float* y, size_t n);

// Cosine of two rows of a dense matrix.

// Computes the cosine in double precision, by the order of the columns; 0 where either row is zero.
template <class T>
double row_cosine(const Dense<T>& vectors, size_t a, size_t b) {
  double product = 0, square_a = 0, square_b = 0;
  for (size_t i = 0; i < vectors.columns; ++i) {
    const auto x = static_cast<double>(vectors.row(a)[i]), y = static_cast<double>(vectors.row(b)[i]);
    product += x * y;
    square_a += x * x;
    square_b += y * y;
  }
  const double squares = square_a * square_b;
  return squares > 0 ? product / std::sqrt(squares) : 0;
}

}  // namespace standfast
