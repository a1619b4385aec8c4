#include "standfast/metric/topic_shortcut.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace standfast {
namespace {

template <class Function>
Replicated combined(const Replicated& a, const Replicated& b, const Function& f) {
  assert(a.replicates.size() == b.replicates.size());
  Replicated result;
  if (a.value && b.value)
    if (const double value = f(*a.value, *b.value); value == value) result.value = value;
  result.replicates.resize(a.replicates.size());
  for (size_t r = 0; r < result.replicates.size(); ++r)
    result.replicates[r] = f(a.replicates[r], b.replicates[r]);
  result.n_used = a.n_used + b.n_used;
  result.n_total = a.n_total + b.n_total;
  return result;
}

}  // namespace

ShortcutGap shortcut_gap(const Replicated& hits, const Replicated& random) {
  ShortcutGap gap;
  gap.average = combined(hits, random, [](double h, double r) { return (h + r) / 2; });
  gap.difference = combined(hits, random, [](double h, double r) { return r - h; });
  gap.ratio = combined(hits, random, [](double h, double r) {
    return r > 0 ? h / r : std::numeric_limits<double>::quiet_NaN();
  });
  return gap;
}

}  // namespace standfast
