// How much each item counts for each metric: the derivative of the metric by the weight of the item, the
// items having weight 1. To first order a metric under other weights is value + sum of (weight_i - 1) *
// influence_i; that is the infinitesimal jackknife (Jaeckel 1972; Efron 1982, The Jackknife, the Bootstrap
// and Other Resampling Plans, chapter 6). For AUC influences are DeLong's placement values less their mean,
// over n (DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44). Metrics do not change when all weights are
// doubled, so influences sum to 0.
//
// Every metric is a function of a tally to which each item adds its part, so one derivative serves the whole
// catalog: the tally as if every item were there many times, a little more and a little less of item i.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast {

// A metric on some items.
struct Influenced {
  std::optional<double> value;    // nothing: undefined on these items
  std::vector<double> influence;  // by item; empty where undefined
};

// result[m] belongs to metric_names(profile)[m]. scores, same: as evaluate() takes them. O(n log n).
std::vector<Influenced> influences(const MetricProfile& profile, std::span<const double> scores,
                                   std::span<const uint8_t> same);

// The mean of a metric over folds; items: how many each fold has. Folds in which it is undefined are left
// out. An item counts within its fold, and with its fold: more of an item is more of the fold, so a fold that
// lies above the mean pulls it up. Without that second part the doubt between folds, which is most of what
// topics do, would be missing.
Influenced mean_over_folds(std::span<const Influenced> folds, std::span<const size_t> items);

// result[m] belongs to profile.metrics[m]. O(n classes^2) where the profile ranks, else O(n classes).
std::vector<Influenced> influences(const ClassificationProfile& profile, const ClassItems& items);

}  // namespace standfast
