// Functions in double precision whose last bits depend neither on the processor nor on the version of the C
// library: exponential, logarithm and hypotenuse.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace standfast {

// The exponential, by additions and multiplications alone. The C library has other code for processors with
// fused multiply-adds, and its last bits differ there.

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

// The natural logarithm, by additions, multiplications and one division: the C library's last
// bits differ by processor.

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

// The hypotenuse sqrt(a * a + b * b), nearly always the nearest double. The C library has it as std::hypot;
// but its last digits depend on the version, and a program that is compiled today needs a library of 2022 or
// later for it.

// Computes the root, corrected by a step of Newton's with a residual that is nearly exact (Borges, An
// Improved Algorithm for hypot(a, b), arXiv:1904.09481).
inline double root_of_squares(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return std::abs(a) + std::abs(b);
  const double x = std::max(std::abs(a), std::abs(b)), y = std::min(std::abs(a), std::abs(b));
  // Squares of very large or small numbers are infinite, or have few digits. A power of two changes no digit.
  if (x > 0x1p+500) return root_of_squares(x * 0x1p-600, y * 0x1p-600) * 0x1p+600;
  if (x < 0x1p-400 && x > 0) return root_of_squares(x * 0x1p+600, y * 0x1p+600) * 0x1p-600;
  if (y == 0) return x;
  const double root = std::sqrt(std::fma(x, x, y * y));
  const double root_squared = root * root, x_squared = x * x;
  const double residual = std::fma(-y, y, root_squared - x_squared) + std::fma(root, root, -root_squared) -
                          std::fma(x, x, -x_squared);
  return root - residual / (2 * root);
}

}  // namespace standfast
