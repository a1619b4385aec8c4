// Scores of parts of the items: by topic, by author, by source. Which part is worst, and how far that is
// luck.
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
  uint64_t min_items = 1;  // smaller groups are shown but not compared; 1: every group
  double level = 0.95;     // of intervals
};

struct Slice {
  uint32_t group = 0;
  uint64_t n = 0, right = 0;
  std::vector<std::optional<double>> values;  // by place in profile.metrics, on the group's items alone
  bool compared = false;                      // n >= min_items
  // Of the group's accuracy, by Clopper and Pearson, its documents taken as independent. Documents that share
  // an author or a topic are not: then they are too narrow.
  Interval interval;
  // The same at level 1 - (1 - level) / (groups compared) (Bonferroni): all of them hold together at `level`,
  // so the one of a group that was picked for being worst still holds. Nothing where not compared.
  std::optional<Interval> simultaneous;
};

struct Slices {
  std::vector<Slice> slices;  // groups with items, by number
  uint64_t n = 0, right = 0;
  uint32_t compared = 0;
};

// group[i]: any number.
Slices slice(const ClassificationProfile& profile, const ClassItems& items, std::span<const uint32_t> group,
             const SliceOptions& options);

struct ExtremeGroup {
  size_t place = 0;  // in slices
  double value = 0;
  // For accuracy: the chance that, if all compared groups had one accuracy (that of all their items) and
  // documents were independent, the worst of them would be as low as this one (the best as high). Small: it
  // is no luck. Nothing for other metrics.
  std::optional<double> by_luck;
};

// The compared group with the worst (best) value of a metric of the profile; of equals the one with more
// items, then the first. Nothing where the metric is defined in no compared group.
std::optional<ExtremeGroup> worst_group(const Slices& slices, const ClassificationProfile& profile,
                                        std::string_view metric);
std::optional<ExtremeGroup> best_group(const Slices& slices, const ClassificationProfile& profile,
                                       std::string_view metric);

}  // namespace standfast
