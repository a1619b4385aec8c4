#include "standfast/metric/stat/proportion.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <boost/math/special_functions/beta.hpp>

#include "standfast/metric/stat/distributions.h"

namespace standfast {

Interval wilson_interval(uint64_t k, uint64_t n, double level) {
  assert(n > 0 && k <= n && level > 0 && level < 1);
  const double z = normal_critical(1 - level), count = static_cast<double>(n);
  const double p = static_cast<double>(k) / count, z2 = z * z / count;
  const double middle = (p + z2 / 2) / (1 + z2);
  const double half = z / (1 + z2) * std::sqrt(p * (1 - p) / count + z2 / (4 * count));
  return {k == 0 ? 0.0 : std::max(0.0, middle - half), k == n ? 1.0 : std::min(1.0, middle + half)};
}

Interval exact_interval(uint64_t k, uint64_t n, double level) {
  assert(n > 0 && k <= n && level > 0 && level < 1);
  const double tail = (1 - level) / 2, right = static_cast<double>(k), wrong = static_cast<double>(n - k);
  return {k == 0 ? 0.0 : boost::math::ibeta_inv(right, wrong + 1, tail),
          k == n ? 1.0 : boost::math::ibetac_inv(right + 1, wrong, tail)};
}

}  // namespace standfast
