#include "standfast/metric/stat/holm.h"

#include <algorithm>

#include "standfast/metric/stat/order.h"

namespace standfast {

std::vector<double> holm(std::span<const double> p) {
  std::vector<double> adjusted(p.size());
  double floor = 0;
  size_t left = p.size();
  for (const auto i : ascending_order(p)) {
    floor = std::max(floor, std::min(1.0, p[i] * static_cast<double>(left--)));
    adjusted[i] = floor;
  }
  return adjusted;
}

}  // namespace standfast
