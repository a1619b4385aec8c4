// Scores of slices of the items: by topic, by author or by source. They show the worst group, and how far its
// score may be due to luck.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/stat/interval.h"

namespace standfast {

struct SliceOptions {
  uint64_t min_items = 1;  // smaller groups are shown but not compared; 1: all groups are compared
  double level = 0.95;     // of intervals
};

struct Slice {
  uint32_t group = 0;
  uint64_t n = 0, right = 0;
  std::vector<std::optional<double>> values;  // by place in profile.metrics, on the group's items alone
  bool compared = false;                      // n >= min_items
  // Interval of the group's accuracy by Clopper and Pearson. It assumes that the group's documents are
  // independent. Documents that share an author or a topic are not independent; then the interval is too
  // narrow.
  Interval interval;
  // The same at level 1 - (1 - level) / (groups compared) (Bonferroni). All these intervals hold together at
  // `level`, so the interval of a group still holds if the group was picked for being the worst. Nothing if
  // the group is not compared.
  std::optional<Interval> simultaneous;
};

struct Slices {
  std::vector<Slice> slices;  // groups with items, by number
  uint64_t n = 0, right = 0;
  uint32_t compared = 0;
};

// Scores the slices. group[i]: any number.
Slices slice(const ClassificationProfile& profile, const ClassItems& items, std::span<const uint32_t> group,
             const SliceOptions& options);

struct ExtremeGroup {
  size_t place = 0;  // in slices
  double value = 0;
  // Chance that luck alone makes a group so extreme; only for accuracy. It assumes that all compared groups
  // have one accuracy (over all their items) and that documents are independent: then it is the chance
  // that the worst group is as low as this one (or the best as high). A small value rules out luck. Nothing
  // for other metrics.
  std::optional<double> by_luck;
};

// Returns the compared group with the worst (best) value of a metric of the profile. Of equals: the group
// with more items, then the first. Nothing if no compared group has a value of the metric.
std::optional<ExtremeGroup> worst_group(const Slices& slices, const ClassificationProfile& profile,
                                        std::string_view metric);
std::optional<ExtremeGroup> best_group(const Slices& slices, const ClassificationProfile& profile,
                                       std::string_view metric);

}  // namespace standfast
