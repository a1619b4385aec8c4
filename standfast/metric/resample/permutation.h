// The paired permutation test of two systems that answered the same items.
//
// If the systems are equally good, it does not matter which of them gave which of the two answers to an item.
// So a coin for each item decides whether its two answers are swapped, and the difference of the metric is
// computed again. p is the share of such differences that are at least as large, in absolute value, as the
// observed one (Fisher 1935; Noreen 1989, Computer-Intensive Methods for Testing Hypotheses, chapter 2,
// "approximate randomization"). Dependent items are swapped together: one coin for each group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "standfast/metric/pairs/profile.h"

namespace standfast {

struct PermutationOptions {
  uint32_t permutations =
      10000;  // more: a finer p, linear time; if 2^groups is not more, every swap is tried once
  uint64_t seed = 0;
  int threads = 1;  // changes no byte of the result
};

struct PermutationTest {
  std::optional<double> p;    // nothing if the metric is undefined for a system
  uint64_t permutations = 0;  // number of swaps that were tried
  bool exact = false;         // all swaps were tried: p is a plain share; else (1 + hits) / (1 +
                              // permutations), which is never 0 (Phipson, Smyth 2010, Permutation p-values
                              // should never be zero)
};

// Tests the difference of two systems. a, b: scores on the same items, in [0, 1]. metric: index into
// metric_names(profile). group[i]: below `groups`; items of one group are swapped together.
PermutationTest paired_permutation(const MetricProfile& profile, size_t metric, std::span<const double> a,
                                   std::span<const double> b, std::span<const uint8_t> same,
                                   std::span<const uint32_t> group, uint32_t groups,
                                   const PermutationOptions& options);

// Groups of items that share no authors with other groups: the connected components of the graph whose edges
// are the pairs. Codes by first appearance.
struct ItemGroups {
  std::vector<uint32_t> group;  // per item
  uint32_t groups = 0;
};
ItemGroups author_components(std::span<const uint32_t> author_a, std::span<const uint32_t> author_b,
                             uint32_t authors);

}  // namespace standfast
