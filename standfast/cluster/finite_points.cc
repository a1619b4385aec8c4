#include "standfast/cluster/finite_points.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace standfast {

Status all_finite(const MatrixView<const float>& points, std::string_view who_needs, size_t first_row) {
  for (size_t i = 0; i < points.rows; ++i) {
    const auto row = points.row(i);
    const auto bad = std::ranges::find_if(row, [](float x) { return !std::isfinite(x); });
    if (bad != row.end())
      return data_error(fmt::format("row {}, column {} (counted from 0) is {}: {} finite numbers",
                                    first_row + i, bad - row.begin(), *bad, who_needs));
  }
  return {};
}

}  // namespace standfast
