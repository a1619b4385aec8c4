#include "standfast/metric/stat/log_factorial.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace standfast {

double log_factorial(double k) {
  static const std::array<double, 16> small = [] {
    std::array<double, 16> table{};
    for (size_t i = 1; i < table.size(); ++i) table[i] = table[i - 1] + std::log(static_cast<double>(i));
    return table;
  }();
  if (k < static_cast<double>(small.size())) return small[static_cast<size_t>(k)];
  const double inverse = 1 / k, square = inverse * inverse;
  return (k + 0.5) * std::log(k) - k + 0.5 * std::log(2 * std::numbers::pi) +
         inverse * (1.0 / 12 - square * (1.0 / 360 - square / 1260));
}

}  // namespace standfast
