// Exponential in double precision by additions and multiplications alone. The C library has other code for
// processors with fused multiply-adds, and its last bits differ there.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace standfast {

// Computes e^x; 0 below -708 and infinity above 709; not a number for NaN. Relative error below 3e-16.
inline double exp_double(double x) {
  if (x < -708) return 0;
  if (x > 709) return std::numeric_limits<double>::infinity();
  if (x != x) return x;
  constexpr double kToWhole = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to a whole number
  const double whole = (x * 1.4426950408889634 + kToWhole) - kToWhole;
  // x = n ln 2 + r, |r| <= ln 2 / 2. The first part of ln 2 has 33 bits, so its product with n is exact.
  const double r = (x - whole * 0x1.62e42feep-1) - whole * 0x1.a39ef35793c76p-33;
  double p = 1.0 / 6227020800.0;  // Taylor series: 1/13!; the remainder is below 2e-17
  for (const double factorial :
       {479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0, 2.0})
    p = p * r + 1.0 / factorial;
  const double rest = 1.0 + (r + r * r * p);
  return rest * std::bit_cast<double>((static_cast<int64_t>(whole) + 1023) << 52);
}

}  // namespace standfast
