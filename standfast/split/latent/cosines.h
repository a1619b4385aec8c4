// Cosine similarities of float32 vectors with a vector of doubles, and of the rows of a matrix with each
// other. A zero vector has cosine 0 with every vector. The order of summation is fixed, so threads change no
// number.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "standfast/num/kernel/dense.h"

namespace standfast {

std::vector<double> as_doubles(std::span<const float> x);
double cosine(const std::vector<double>& x, const std::vector<double>& y);

// Returns the cosine of each of these rows of the matrix with y.
std::vector<double> cosines_with(const MatrixView<const float>& matrix, std::span<const uint32_t> rows,
                                 const std::vector<double>& y, int threads);

// Divides each row by its length. Zero rows stay.
void to_unit_length(FloatMatrix& matrix);

// Returns the sum of these rows, added in their order.
std::vector<double> sum_of_rows(const MatrixView<const float>& matrix, std::span<const uint32_t> rows);

}  // namespace standfast
