// Exponential and logarithm by lanes, in single precision. Results are returned by reference: the calling
// convention for eight numbers by value depends on the machine.
#pragma once

#include "standfast/num/kernel/lanes.h"

namespace standfast::lanes {

// Computes e^r for |r| <= ln 2 / 2.
inline void exp_of_rest(const Floats& r, Floats& out) {
  Floats p = r * 1.9875691500e-4F + 1.3981999507e-3F;
  p = p * r + 8.3334519073e-3F;
  p = p * r + 4.1665795894e-2F;
  p = p * r + 1.6666665459e-1F;
  p = p * r + 5.0000001201e-1F;
  out = p * (r * r) + r + 1.0F;
}

// Computes e^x for x <= 0; 0 below -87. Relative error below 2e-7.
inline void exp_of_negative(const Floats& given, Floats& out) {
  Floats lowest, x;
  fill(lowest, -87.0F);
  x = given < lowest ? lowest : given;
  // x = n ln 2 + r, |r| <= ln 2 / 2. ln 2 is split into two parts so that n ln 2 is exact enough.
  const Floats scaled = x * 1.44269504F - 0.5F;
  const Ints n = __builtin_convertvector(scaled, Ints);  // towards zero: the nearest, because x is negative
  const Floats whole = __builtin_convertvector(n, Floats);
  const Floats r = (x - whole * 0.693359375F) + whole * 2.12194440e-4F;
  Floats p;
  exp_of_rest(r, p);
  const Ints exponent = (n + 127) << 23;
  Floats power;
  std::memcpy(&power, &exponent, sizeof power);
  const Floats zero = {};
  out = given < lowest ? zero : p * power;
}

// Computes e^x; x is taken for at least -87 and at most 87. Relative error below 2e-7.
inline void exp_of(const Floats& given, Floats& out) {
  constexpr float kToWhole = 12582912.0F;  // 1.5 * 2^23: adding it rounds to a whole number
  Floats lowest, highest;
  fill(lowest, -87.0F);
  fill(highest, 87.0F);
  const Floats above = given < lowest ? lowest : given;
  const Floats x = above > highest ? highest : above;
  const Floats whole = (x * 1.44269504F + kToWhole) - kToWhole;
  const Ints n = __builtin_convertvector(whole, Ints);
  const Floats r = (x - whole * 0.693359375F) + whole * 2.12194440e-4F;
  Floats p;
  exp_of_rest(r, p);
  const Ints exponent = (n + 127) << 23;
  Floats power;
  std::memcpy(&power, &exponent, sizeof power);
  out = p * power;
}

// Computes ln x for normal x > 0. The error is below the larger of 2e-7 of the result and 1e-7.
inline void log_of_positive(const Floats& x, Floats& out) {
  // x = 2^n m, sqrt(1/2) <= m < sqrt(2). The polynomial in m - 1 is from Cephes' logf (Moshier 1992).
  Ints bits;
  std::memcpy(&bits, &x, sizeof bits);
  const Ints n = (bits - 0x3f3504f3) >> 23;
  const Ints rest = bits - (n << 23);
  Floats m;
  std::memcpy(&m, &rest, sizeof m);
  const Floats f = m - 1.0F, squared = f * f, whole = __builtin_convertvector(n, Floats);
  Floats p = f * 7.0376836292e-2F - 1.1514610310e-1F;
  p = p * f + 1.1676998740e-1F;
  p = p * f - 1.2420140846e-1F;
  p = p * f + 1.4249322787e-1F;
  p = p * f - 1.6668057665e-1F;
  p = p * f + 2.0000714765e-1F;
  p = p * f - 2.4999993993e-1F;
  p = p * f + 3.3333331174e-1F;
  out = (f + (p * f * squared - whole * 2.12194440e-4F - 0.5F * squared)) + whole * 0.693359375F;
}

}  // namespace standfast::lanes
