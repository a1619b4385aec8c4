#include "standfast/metric/resample/compare_systems.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "standfast/metric/resample/permutation.h"
#include "standfast/metric/stat/multiple_tests.h"

namespace standfast {
namespace {

// The fewest independent groups of a permutation test: below, its smallest two-sided p is 2^-6 or more.
constexpr uint32_t kFewestGroups = 8;

// Returns the groups of items that are swapped together: pairs that share an author, directly or through
// others; or each item alone.
ItemGroups swap_groups(const ComparedItems& items) {
  if (!items.author_a.empty()) return author_components(items.author_a, items.author_b, items.authors);
  ItemGroups groups;
  groups.groups = static_cast<uint32_t>(items.same.size());
  groups.group.resize(groups.groups);
  std::iota(groups.group.begin(), groups.group.end(), 0U);
  return groups;
}

ScoredItems scored_items(const ComparedItems& items, const std::vector<double>& scores) {
  ScoredItems scored{scores, {items.same.begin(), items.same.end()}, {}, {}, {}};
  if (!items.author_a.empty()) {
    scored.author_a.assign(items.author_a.begin(), items.author_a.end());
    scored.author_b.assign(items.author_b.begin(), items.author_b.end());
  } else {
    scored.author_a.resize(scores.size());
    std::iota(scored.author_a.begin(), scored.author_a.end(), 0U);
    scored.author_b = scored.author_a;
  }
  return scored;
}

}  // namespace

Comparison compare_systems(const MetricProfile& profile, const ComparedItems& items,
                           std::span<const std::vector<double>> scores, const CompareOptions& options) {
  assert(scores.size() >= 2);
  const bool by_author = !items.author_a.empty();
  Comparison found;
  found.units = by_author ? items.authors : static_cast<uint32_t>(items.same.size());
  std::vector<Replicated> quantities;
  for (size_t s = 0; s < scores.size(); ++s) {
    auto all = UnitBootstrap(found.units, options.resampling).scores(profile, scored_items(items, scores[s]));
    quantities.push_back(std::move(all[options.metric]));
    found.systems.push_back({s, estimate(quantities.back(), options.confidence)});
  }
  std::stable_sort(found.systems.begin(), found.systems.end(),
                   [](const ComparedSystem& a, const ComparedSystem& b) {
                     return a.estimate.value.value_or(-1) > b.estimate.value.value_or(-1);
                   });

  const ItemGroups groups = swap_groups(items);
  found.groups = groups.groups;
  found.permutation = options.permutations > 0 && groups.groups >= kFewestGroups;
  PermutationOptions permuting;
  permuting.permutations = options.permutations;
  permuting.seed = options.resampling.seed;
  permuting.threads = options.resampling.threads;
  const size_t pairs = scores.size() * (scores.size() - 1) / 2;
  for (size_t i = 0; i < scores.size(); ++i)
    for (size_t j = i + 1; j < scores.size(); ++j) {
      const size_t a = found.systems[i].place, b = found.systems[j].place;
      ComparedPair pair{i, j, difference(quantities[a], quantities[b], options.confidence), {}, {}};
      pair.p = found.permutation ? paired_permutation(profile, options.metric, scores[a], scores[b],
                                                      items.same, groups.group, groups.groups, permuting)
                                       .p
                                 : pair.difference.p;
      found.pairs.push_back(std::move(pair));
      if (options.progress) options.progress(found.pairs.size(), pairs);
    }
  std::vector<double> defined;
  for (const auto& pair : found.pairs)
    if (pair.p) defined.push_back(*pair.p);
  const auto adjusted = holm(defined);
  size_t next = 0;
  for (auto& pair : found.pairs)
    if (pair.p) pair.p_holm = adjusted[next++];
  std::stable_sort(found.pairs.begin(), found.pairs.end(), [](const ComparedPair& a, const ComparedPair& b) {
    return a.difference.estimate.value.value_or(-1) > b.difference.estimate.value.value_or(-1);
  });
  return found;
}

}  // namespace standfast
