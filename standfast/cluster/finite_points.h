// The check that all numbers of points are finite.
#pragma once

#include <cstddef>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// Checks that all numbers are finite; a data error names the first exception by row and column. who_needs:
// "k-means needs". first_row: the number of the first row, if the rows are a part of a larger matrix.
Status all_finite(const MatrixView<const float>& points, std::string_view who_needs, size_t first_row = 0);

}  // namespace standfast
