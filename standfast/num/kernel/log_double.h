// Natural logarithm in double precision by additions, multiplications and one division: the C library's last
// bits differ by processor.
#pragma once

#include <bit>
#include <cstdint>

namespace standfast {

// Computes ln x for normal x > 0. Relative error below 1e-15 except near 1, where the absolute error is below
// 1e-16.
inline double log_double(double x) {
  // x = 2^n m with sqrt(1/2) <= m < sqrt(2), and ln m = 2 artanh((m - 1) / (m + 1)).
  const auto bits = std::bit_cast<int64_t>(x);
  const int64_t n = (bits - 0x3fe6a09e667f3bcd) >> 52;
  const double m = std::bit_cast<double>(bits - (n << 52));
  const double f = (m - 1) / (m + 1), squared = f * f;
  double p = 1.0 / 23;
  for (const double odd : {21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0})
    p = p * squared + 1.0 / odd;
  const auto whole = static_cast<double>(n);
  return whole * 0x1.62e42feep-1 + (whole * 0x1.a39ef35793c76p-33 + (2 * f + 2 * f * squared * p));
}

}  // namespace standfast
