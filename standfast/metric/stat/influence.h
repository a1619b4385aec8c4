// Influences of items on metrics: the derivative of the metric with respect to the weight of the item, if all
// items have weight 1. To first order, a metric under other weights is value + sum of (weight_i - 1) *
// influence_i. This is the infinitesimal jackknife (Jaeckel 1972; Efron 1982, The Jackknife, the Bootstrap
// and Other Resampling Plans, chapter 6). For AUC the influences are DeLong's placement values minus their
// mean, divided by n (DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44). Metrics do not change if all
// weights are doubled, so influences sum to 0.
//
// Every metric is a function of a tally, and each item adds its part to the tally. So one derivative serves
// the whole catalog: it takes the tally in which every item occurs many times, and changes it by a little
// more and a little less of item i.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/metric/stat/training_luck.h"

namespace standfast {

// The value of a metric on some items, with its influences.
struct Influenced {
  std::optional<double> value;    // nothing: undefined on these items
  std::vector<double> influence;  // by item; empty where undefined
  SharedLuck luck = {};           // its changes under other training, if intervals allow for them
};

// Computes influences. result[m] belongs to metric_names(profile)[m]. scores, same: as for evaluate(). O(n
// log n).
std::vector<Influenced> influences(const MetricProfile& profile, std::span<const double> scores,
                                   std::span<const uint8_t> same);

// Returns the mean of a metric over folds. items: the number of items of each fold. Folds in which the metric
// is undefined are left out. An item counts within its fold, and it also counts through the weight of its
// fold: more of an item is more of the fold, so a fold above the mean pulls the mean up. Without this second
// part the uncertainty between folds would be missing, which is most of the effect of topics.
Influenced mean_over_folds(std::span<const Influenced> folds, std::span<const size_t> items);

// Computes influences. result[m] belongs to profile.metrics[m]. O(n classes^2) if the profile ranks, else O(n
// classes). classes_vary: the classes are a sample as well (classes/sampled_classes.h).
std::vector<Influenced> influences(const ClassificationProfile& profile, const ClassItems& items,
                                   bool classes_vary = false);

}  // namespace standfast
