// Elementary functions by lanes, in single precision: exponential, logarithm, error function, hyperbolic
// tangent, logistic function, digamma and square root. The bits of the C library's functions differ between
// processors. Results are returned by reference: the calling convention for eight numbers by value depends on
// the machine.
#pragma once

#include <cmath>

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

// The error function, the hyperbolic tangent and the logistic function have absolute errors below 5e-7.

inline void clamp(const Floats& given, float most, Floats& out) {
  Floats lowest, highest;
  fill(lowest, -most);
  fill(highest, most);
  const Floats above = given < lowest ? lowest : given;
  out = above > highest ? highest : above;
}

// Computes erf x = x P(x^2) / Q(x^2); from 3.92 on it is 1 to the last bit. tests/reference/erf_rational.py
// finds P and Q.
inline void erf_of(const Floats& given, Floats& out) {
  Floats x;
  clamp(given, 3.92F, x);
  const Floats t = x * x;
  Floats p = t * 2.050082196e-06F + 2.848838285e-04F;
  p = p * t + 3.765658609e-03F;
  p = p * t + 5.274885258e-02F;
  p = p * t + 1.904074141e-01F;
  p = p * t + 1.128379146e+00F;
  Floats q = t * 3.809172002e-05F + 1.162545914e-03F;
  q = q * t + 1.496930000e-02F;
  q = q * t + 1.141095071e-01F;
  q = q * t + 5.020769179e-01F;
  q = q * t + 1.0F;
  out = x * (p / q);
}

// Computes tanh x = 1 - 2 / (e^(2x) + 1).
inline void tanh_of(const Floats& given, Floats& out) {
  Floats x, power;
  clamp(given, 10.0F, x);
  exp_of(x * 2.0F, power);
  out = 1.0F - 2.0F / (power + 1.0F);
}

// Computes 1 / (1 + e^-x).
inline void sigmoid_of(const Floats& x, Floats& out) {
  Floats power;
  exp_of(-x, power);
  out = 1.0F / (1.0F + power);
}

// Computes exp(digamma(x)) for x > 0, for variational Bayes over Dirichlet distributions. It avoids the
// logarithm and the exponential, which cancel each other.
//
// With y = x + 6: exp(digamma(y)) = z + 1/(24 z) - 37/(5760 z^3) + 10313/(2903040 z^5), z = y - 1/2 (error
// below 1e-9), and digamma(x) = digamma(y) - (1/x + ... + 1/(x+5)). Relative error below 3e-6 where the
// result is a normal number.
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

// Square roots by lanes. They are exact to the last bit everywhere; g++ alone would take them one by one,
// because of errno.

#if defined(__x86_64__)
namespace internal {
STANDFAST_TARGET_V3 inline void sqrt_v3(const float* from, float* to) {
  _mm256_storeu_ps(to, _mm256_sqrt_ps(_mm256_loadu_ps(from)));
}
}  // namespace internal
#endif

template <Simd L>
inline void sqrt_of(Copy<L>, const Floats& x, Floats& out) {
  float numbers[kLanes];
  store(numbers, x);
#if defined(__x86_64__)
  if constexpr (L >= Simd::v3) {
    internal::sqrt_v3(numbers, numbers);
    load(out, numbers);
    return;
  }
#endif
  for (float& one : numbers) one = std::sqrt(one);
  load(out, numbers);
}

}  // namespace standfast::lanes
