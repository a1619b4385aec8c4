#include "standfast/num/kernel/dot.h"

#include <cstring>

#include "standfast/base/at_level.h"

namespace standfast {
namespace {

typedef double Four
    __attribute__((vector_size(32), aligned(32)));  // NOLINT(modernize-use-using): the attribute needs it

void add_four(const double* x, const double* y, Four& sum) {
  Four a, b;
  std::memcpy(&a, x, sizeof a);
  std::memcpy(&b, y, sizeof b);
  sum += a * b;
}

double dot_of(const double* x, const double* y, size_t n) {
  Four a{}, b{}, c{}, d{};
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    add_four(x + i, y + i, a);
    add_four(x + i + 4, y + i + 4, b);
    add_four(x + i + 8, y + i + 8, c);
    add_four(x + i + 12, y + i + 12, d);
  }
  const Four s = (a + b) + (c + d);
  double sum = (s[0] + s[1]) + (s[2] + s[3]);
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

}  // namespace

double dot(const double* x, const double* y, size_t n) {
  return at_level<Simd::v3>([&](auto) { return dot_of(x, y, n); });
}

}  // namespace standfast
