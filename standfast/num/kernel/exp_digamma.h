// exp(digamma(x)) for x > 0, by lanes, for variational Bayes over Dirichlet distributions. It avoids the
// logarithm and the exponential, which cancel each other. Results are returned by reference: the calling
// convention for eight numbers by value depends on the machine.
//
// With y = x + 6: exp(digamma(y)) = z + 1/(24 z) - 37/(5760 z^3) + 10313/(2903040 z^5), z = y - 1/2 (error
// below 1e-9), and digamma(x) = digamma(y) - (1/x + ... + 1/(x+5)). Relative error below 3e-6 where the
// result is a normal number.
#pragma once

#include <cmath>

#include "standfast/num/kernel/exp_log.h"

namespace standfast::lanes {

inline void exp_digamma(const Floats& x, Floats& out) {
  // 1/x + ... + 1/(x+5) = (2x+5) (1/u + 1/(u+4) + 1/(u+6)), u = x (x+5). It is computed with v = 1/u so that
  // nothing overflows.
  const Floats v = 1.0F / (x * (x + 5.0F));
  const Floats sum =
      (2.0F * x + 5.0F) * v * (3.0F + v * (20.0F + 24.0F * v)) / ((1.0F + 4.0F * v) * (1.0F + 6.0F * v));
  const Floats z = x + 5.5F;
  const Floats w = 1.0F / z;
  const Floats w2 = w * w;
  const Floats at_y = z + w * (4.16666667e-2F + w2 * (-6.42361111e-3F + w2 * 3.55248e-3F));
  exp_of_negative(-sum, out);
  out *= at_y;
}

// Computes digamma(x) itself, for one number, in float64.
inline double digamma(double x) {
  double shift = 0;
  for (; x < 12; x += 1) shift += 1 / x;
  const double w = 1 / (x * x);
  return std::log(x) - 0.5 / x - w * (1.0 / 12 - w * (1.0 / 120 - w * (1.0 / 252 - w / 240))) - shift;
}

}  // namespace standfast::lanes
