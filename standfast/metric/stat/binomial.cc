#include "standfast/metric/stat/binomial.h"

#include <cassert>
#include <cmath>

#include "standfast/metric/stat/log_factorial.h"

namespace standfast {
namespace {

uint32_t by_inversion(Rng& rng, uint32_t n, double p) {
  const double odds = p / (1 - p);
  double probability = std::exp(n * std::log1p(-p)), u = rng.uniform();
  uint32_t k = 0;
  while (u >= probability && k < n) {
    u -= probability;
    probability *= odds * (n - k) / (k + 1);
    ++k;
  }
  return k;
}

uint32_t by_rejection(Rng& rng, uint32_t n, double p) {
  const double real_n = n, q = 1 - p, sd = std::sqrt(real_n * p * q);
  const double b = 1.15 + 2.53 * sd, a = -0.0873 + 0.0248 * b + 0.01 * p, c = real_n * p + 0.5;
  const double accepted_at_once = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * sd;
  const double log_odds = std::log(p / q), mode = std::floor((real_n + 1) * p);
  const double at_mode = log_factorial(mode) + log_factorial(real_n - mode);
  for (;;) {
    const double u = rng.uniform() - 0.5;
    double v = rng.uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + c);
    if (!(k >= 0 && k <= real_n)) continue;
    if (us >= 0.07 && v <= accepted_at_once) return static_cast<uint32_t>(k);
    v *= alpha / (a / (us * us) + b);
    if (std::log(v) <= at_mode - log_factorial(k) - log_factorial(real_n - k) + (k - mode) * log_odds)
      return static_cast<uint32_t>(k);
  }
}

}  // namespace

uint32_t draw_binomial(Rng& rng, uint32_t n, double p) {
  assert(p >= 0 && p <= 1);
  if (p > 0.5) return n - draw_binomial(rng, n, 1 - p);
  if (n == 0 || p == 0) return 0;
  return n * p < 10 ? by_inversion(rng, n, p) : by_rejection(rng, n, p);
}

}  // namespace standfast
