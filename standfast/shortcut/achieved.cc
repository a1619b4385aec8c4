#include "standfast/shortcut/achieved.h"

#include <cassert>

#include "standfast/metric/stat/binomial.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/multiple_tests.h"

namespace standfast {

std::vector<AchievedShare> achieved_shares(std::span<const AchievedSide> sides, size_t classes, size_t values,
                                           const AchievedOptions& options) {
  std::vector<AchievedShare> shares;
  for (const auto& side : sides) {
    assert(side.target.size() == classes * values && side.classes.size() == side.values.size());
    std::vector<uint64_t> counts(classes * values, 0), sizes(classes, 0);
    for (size_t i = 0; i < side.classes.size(); ++i) {
      ++counts[side.classes[i] * values + side.values[i]];
      ++sizes[side.classes[i]];
    }
    for (uint32_t c = 0; c < classes; ++c)
      for (uint32_t v = 0; v < values; ++v) {
        const uint64_t count = counts[c * values + v];
        shares.push_back(
            {.side = side.name,
             .class_code = c,
             .value = v,
             .count = count,
             .documents = sizes[c],
             .target = side.target[c * values + v],
             .interval = sizes[c] == 0 ? Interval{0, 1} : exact_interval(count, sizes[c], options.level),
             .p = binomial_two_sided(count, sizes[c], side.target[c * values + v])});
      }
  }
  // One test for each share that is not the complement of another, in classes that have documents.
  std::vector<size_t> tested;
  for (size_t i = 0; i < shares.size(); ++i)
    if (shares[i].documents > 0 && (values != 2 || shares[i].value == 1)) tested.push_back(i);
  std::vector<double> p;
  for (const size_t i : tested) p.push_back(shares[i].p);
  const auto corrected = holm(p);
  for (size_t t = 0; t < tested.size(); ++t) {
    shares[tested[t]].tested = true;
    const auto mark = [&](AchievedShare& share) {
      share.p_holm = corrected[t];
      share.missed = corrected[t] < options.alpha;
    };
    mark(shares[tested[t]]);
    if (values == 2) mark(shares[tested[t] - 1]);
  }
  return shares;
}

}  // namespace standfast
