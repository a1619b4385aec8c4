#include "standfast/num/kernel/dot.h"

#include <cstring>

#include "standfast/base/at_level.h"

namespace standfast {
namespace {

typedef double Four
    __attribute__((vector_size(32), aligned(32)));  // NOLINT(modernize-use-using): the attribute needs it

using FourFloats = float __attribute__((vector_size(16)));

void load_four(const double* x, Four& four) {
  std::memcpy(&four, x, sizeof four);
}
void load_four(const float* x, Four& four) {
  FourFloats floats;
  std::memcpy(&floats, x, sizeof floats);
  four = __builtin_convertvector(floats, Four);
}

// The contribution of two numbers, or four and four, to the sum.
struct Product {
  static void of(double& a, double b) { a *= b; }
  static void of(Four& a, const Four& b) { a *= b; }
};
struct SquaredDifference {
  static void of(double& a, double b) { a = (a - b) * (a - b); }
  static void of(Four& a, const Four& b) {
    a -= b;
    a *= a;
  }
};

template <class Term, class T>
double sum_of(const T* x, const T* y, size_t n) {
  Four sums[4] = {};
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
#pragma GCC unroll 4
    for (size_t f = 0; f < 4; ++f) {
      Four a, b;
      load_four(x + i + 4 * f, a);
      load_four(y + i + 4 * f, b);
      Term::of(a, b);
      sums[f] += a;
    }
  const Four s = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double sum = (s[0] + s[1]) + (s[2] + s[3]);
  for (; i < n; ++i) {
    auto a = static_cast<double>(x[i]);
    Term::of(a, static_cast<double>(y[i]));
    sum += a;
  }
  return sum;
}

}  // namespace

double dot(const double* x, const double* y, size_t n) {
  return at_level<Simd::v3>([&](auto) { return sum_of<Product>(x, y, n); });
}
double dot(const float* x, const float* y, size_t n) {
  return at_level<Simd::v3>([&](auto) { return sum_of<Product>(x, y, n); });
}
double squared_difference(const float* x, const float* y, size_t n) {
  return at_level<Simd::v3>([&](auto) { return sum_of<SquaredDifference>(x, y, n); });
}

}  // namespace standfast
