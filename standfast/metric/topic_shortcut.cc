#include "standfast/metric/topic_shortcut.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "standfast/metric/rank_stability.h"

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

ShortcutTest shortcut_test(const Replicated& hits, const Replicated& random, uint32_t units, double level,
                           double highest) {
  const bool enough = units >= kFewestUnits;
  const double confidence = small_sample_confidence(level, units);
  constexpr double kAny = std::numeric_limits<double>::infinity();
  const auto centred = [&](Replicated quantity, double low, double high) {
    centre_on_value(quantity, low, high);
    return quantity;
  };
  const auto estimated = [&](const Replicated& quantity) {
    Estimate result = estimate(quantity, confidence);
    if (!enough) result.interval.reset();
    return result;
  };
  const ShortcutGap gap = shortcut_gap(hits, random);
  const Replicated difference = centred(gap.difference, -highest, highest);
  ShortcutTest test;
  test.hits = estimated(centred(hits, 0, highest));
  test.random = estimated(centred(random, 0, highest));
  test.average = estimated(centred(gap.average, 0, highest));
  test.difference = estimated(difference);
  test.ratio = estimated(centred(gap.ratio, 0, kAny));
  if (enough && difference.value)
    if (const auto p = bootstrap_p(difference.replicates)) test.p = small_sample_p(*p, units);
  return test;
}

}  // namespace standfast
