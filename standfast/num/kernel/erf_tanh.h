// The error function, the hyperbolic tangent and the logistic function by lanes, in single precision. The
// bits of the C library's functions differ between processors. Absolute errors below 5e-7.
#pragma once

#include "standfast/num/kernel/exp_log.h"

namespace standfast::lanes {

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

}  // namespace standfast::lanes
