// Points whose numbers are all finite.
#pragma once

#include <string_view>

#include "standfast/base/result.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

// A data error names the first number that is not finite by row and column. who_needs: "k-means needs".
Status all_finite(const MatrixView<const float>& points, std::string_view who_needs);

}  // namespace standfast
