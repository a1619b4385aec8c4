#include "standfast/metric/pairs/topic_shortcut.h"

#include <utility>
#include <vector>

namespace standfast {
namespace {

// Both sides as one sample, each with half of the weight. No items if a score is undefined.
struct Halves {
  std::vector<ItemUnits> units;
  std::vector<double> shares;
  Influenced mean;

  Halves(const ShortcutSide& a, const ShortcutSide& b) {
    if (!a.score->value || !b.score->value) return;
    mean.value = (*a.score->value + *b.score->value) / 2;
    const std::pair<SharedLuck, double> luck[] = {{a.score->luck, 0.5}, {b.score->luck, 0.5}};
    mean.luck = sum_of_luck(luck);
    for (const ShortcutSide* side : {&a, &b}) {
      units.insert(units.end(), side->units.begin(), side->units.end());
      double all = 0;
      for (const double share : side->shares) all += share;
      const auto n = static_cast<double>(side->units.size());
      for (size_t i = 0; i < side->units.size(); ++i) {
        shares.push_back(side->shares.empty() ? 1 / n : side->shares[i] / all);
        mean.influence.push_back(side->score->influence[i] / 2);
      }
    }
  }
};

// Returns the ratio of scores. It exists even if R is not clearly above 0; only Fieller's interval needs a
// clear R.
Estimate ratio_of(const UnitSpace& space, OnUnits hits, OnUnits random, double level) {
  Estimate ratio = unit_ratio(space, hits, random, level);
  if (ratio.value) return ratio;
  if (!hits.number->value || !random.number->value) return ratio;
  ratio.why_not = ratio.why_no_interval = "R is not clearly above 0, or there are too few units";
  if (*random.number->value > 0) ratio.value = *hits.number->value / *random.number->value;
  return ratio;
}

}  // namespace

ShortcutTest shortcut_test(const ShortcutSide& hits, const ShortcutSide& random, double level, double lowest,
                           double highest) {
  UnitSpace space;
  const Halves halves(hits, random);
  const UnitItems of_h = space.items(hits.units, hits.shares),
                  of_r = space.items(random.units, random.shares),
                  of_both = space.items(halves.units, halves.shares);
  const OnUnits h{&of_h, hits.score}, r{&of_r, random.score}, both{&of_both, &halves.mean};
  const Difference difference = unit_difference(space, r, h, level, highest - lowest);
  ShortcutTest test;
  test.hits = unit_estimate(space, h, level, lowest, highest);
  test.random = unit_estimate(space, r, level, lowest, highest);
  test.average = unit_estimate(space, both, level, lowest, highest);
  // Both sides together can have enough units even if one side has too few for an interval. Then the average
  // gets no interval either.
  for (const Estimate* side : {&test.hits, &test.random})
    if (test.average.value && !side->interval) {
      test.average.interval.reset();
      test.average.why_no_interval = side->why_no_interval;
    }
  test.difference = difference.estimate;
  test.p = difference.p;
  test.ratio = ratio_of(space, h, r, level);
  return test;
}

}  // namespace standfast
