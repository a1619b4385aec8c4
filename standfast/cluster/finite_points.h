// Points whose numbers are all finite.
#pragma once

#include <cstddef>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// A data error names the first number that is not finite by row and column. who_needs: "k-means needs". first_row:
// what the first of these rows is called, where they are a part of more.
Status all_finite(const MatrixView<const float>& points, std::string_view who_needs, size_t first_row = 0);

}  // namespace standfast
