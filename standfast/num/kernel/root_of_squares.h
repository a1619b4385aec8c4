// The hypotenuse sqrt(a * a + b * b), nearly always the nearest double. The C library has it as std::hypot;
// but its last digits depend on the version, and a program that is compiled today needs a library of 2022 or
// later for it.
#pragma once

#include <algorithm>
#include <cmath>

namespace standfast {

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
