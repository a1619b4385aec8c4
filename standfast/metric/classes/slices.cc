#include "standfast/metric/classes/slices.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include <boost/math/special_functions/beta.hpp>

#include "standfast/metric/stat/interval.h"

namespace standfast {
namespace {

Slice slice_of(const ClassificationProfile& profile, const ClassItems& items, uint32_t group,
               const std::vector<uint32_t>& rows, const SliceOptions& options) {
  std::vector<uint32_t> truth;
  std::vector<double> probabilities;
  for (const uint32_t i : rows) {
    truth.push_back(items.truth[i]);
    const auto row = items.row(i);
    probabilities.insert(probabilities.end(), row.begin(), row.end());
  }
  const ClassItems part{items.classes, truth, probabilities, items.probabilistic};
  const ClassTally counts = tally(part);
  ClassWins wins;
  if (profile.ranks) wins = ClassRanking(part).wins();
  Slice slice;
  slice.group = group;
  slice.n = counts.items;
  slice.right = counts.all_right();
  slice.values = evaluate(profile, counts, profile.ranks ? &wins : nullptr);
  slice.compared = slice.n >= options.min_items;
  slice.interval = exact_interval(slice.right, slice.n, options.level);
  return slice;
}

// Returns P(at most k of n are right), each with chance p.
double at_most(uint64_t k, uint64_t n, double p) {
  if (k >= n || p <= 0) return 1;
  if (p >= 1) return 0;
  return boost::math::ibetac(static_cast<double>(k) + 1, static_cast<double>(n - k), p);
}

// Returns P(some compared group has a share of right answers at least as low (high) as right / n), if all
// groups have the same accuracy.
double luck(const Slices& slices, const Slice& extreme, bool lowest) {
  uint64_t right = 0, n = 0;
  for (const auto& slice : slices.slices) {
    if (!slice.compared) continue;
    right += slice.right;
    n += slice.n;
  }
  const double p = static_cast<double>(right) / static_cast<double>(n);
  double none = 1;
  for (const auto& slice : slices.slices) {
    if (!slice.compared) continue;
    // The largest (smallest) count whose share is not higher (lower), computed in whole numbers.
    const uint64_t product = extreme.right * slice.n, floor = product / extreme.n;
    if (lowest)
      none *= 1 - at_most(floor, slice.n, p);
    else
      none *= product == 0 ? 0 : at_most((product + extreme.n - 1) / extreme.n - 1, slice.n, p);
  }
  return 1 - none;
}

std::optional<ExtremeGroup> extreme(const Slices& slices, const ClassificationProfile& profile,
                                    std::string_view metric, bool worst) {
  const auto place = std::find(profile.metrics.begin(), profile.metrics.end(), metric);
  assert(place != profile.metrics.end());
  const auto m = static_cast<size_t>(place - profile.metrics.begin());
  const bool higher_is_better = (*classification_metrics().find(metric))->traits.higher_is_better;
  const bool lowest = worst == higher_is_better;
  std::optional<ExtremeGroup> found;
  for (size_t k = 0; k < slices.slices.size(); ++k) {
    const Slice& slice = slices.slices[k];
    if (!slice.compared || !slice.values[m]) continue;
    const double value = *slice.values[m];
    const bool further = !found || (lowest ? value < found->value : value > found->value) ||
                         (value == found->value && slice.n > slices.slices[found->place].n);
    if (further) found = ExtremeGroup{k, value, std::nullopt};
  }
  if (found && metric == "accuracy") found->by_luck = luck(slices, slices.slices[found->place], lowest);
  return found;
}

}  // namespace

Slices slice(const ClassificationProfile& profile, const ClassItems& items, std::span<const uint32_t> group,
             const SliceOptions& options) {
  assert(group.size() == items.size());
  std::map<uint32_t, std::vector<uint32_t>> rows;
  for (uint32_t i = 0; i < items.size(); ++i) rows[group[i]].push_back(i);
  Slices result;
  for (const auto& [number, of_group] : rows) {
    result.slices.push_back(slice_of(profile, items, number, of_group, options));
    result.n += result.slices.back().n;
    result.right += result.slices.back().right;
    result.compared += result.slices.back().compared;
  }
  for (auto& one : result.slices)
    if (one.compared)
      one.simultaneous = exact_interval(one.right, one.n, 1 - (1 - options.level) / result.compared);
  return result;
}

std::optional<ExtremeGroup> worst_group(const Slices& slices, const ClassificationProfile& profile,
                                        std::string_view metric) {
  return extreme(slices, profile, metric, true);
}

std::optional<ExtremeGroup> best_group(const Slices& slices, const ClassificationProfile& profile,
                                       std::string_view metric) {
  return extreme(slices, profile, metric, false);
}

}  // namespace standfast
