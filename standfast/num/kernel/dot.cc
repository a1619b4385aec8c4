#include "standfast/num/kernel/dot.h"

#include <cstring>

namespace standfast {
namespace {

typedef double Four __attribute__((vector_size(32)));  // NOLINT(modernize-use-using): the attribute needs it

Four load(const double* p) {
  Four v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

}  // namespace

double dot(const double* x, const double* y, size_t n) {
  Four a{}, b{}, c{}, d{};
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    a += load(x + i) * load(y + i);
    b += load(x + i + 4) * load(y + i + 4);
    c += load(x + i + 8) * load(y + i + 8);
    d += load(x + i + 12) * load(y + i + 12);
  }
  const Four s = (a + b) + (c + d);
  double sum = (s[0] + s[1]) + (s[2] + s[3]);
  for (; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

}  // namespace standfast
