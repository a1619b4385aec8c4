#include "standfast/metric/stat/exact_binomial.h"

#include <algorithm>
#include <cassert>

#include <boost/math/special_functions/beta.hpp>

namespace standfast {

double binomial_two_sided(uint64_t k, uint64_t n, double p) {
  assert(k <= n && p >= 0 && p <= 1);
  if (n == 0) return 1;
  const auto right = static_cast<double>(k), wrong = static_cast<double>(n - k);
  // P(X >= k) = I_p(k, n-k+1), P(X <= k) = 1 - I_p(k+1, n-k).
  const double above = k == 0 ? 1 : boost::math::ibeta(right, wrong + 1, p);
  const double below = k == n ? 1 : boost::math::ibetac(right + 1, wrong, p);
  return std::min(1.0, 2 * std::min(above, below));
}

}  // namespace standfast
