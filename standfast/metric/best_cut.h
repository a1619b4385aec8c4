// Scores at the best threshold, chosen on the items on which it is measured: this is a bound, not a result.
// It splits the loss of a metric with a threshold into two parts: the loss at the bound is due to ranking,
// and the distance to the bound is due to the threshold (docs/what-survives.md). The Brier score and the log
// loss are split in the same way, with the best monotone recalibration in place of the best threshold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/stat/influence.h"

namespace standfast {

// Returns the bounds of verifiers by metric_names(profile). A metric with a threshold: every item with a
// score above one cut is accepted, and the cut is the one at which the metric is best (the lowest of
// equals). Influences are computed at this cut; to first order the cut would not move. A metric with
// calibration: its value after isotonic regression of the truth on the scores. No value: the metric has
// neither, or it is undefined. "overall" uses the best value of each of its metrics. O(n log n).
std::vector<Influenced> at_best_cut(const MetricProfile& profile, std::span<const double> scores,
                                    std::span<const uint8_t> same);

// Returns the bounds of classifiers, in the same way, by profile.metrics, if there are two classes.
// An item then has one score: the difference of the probabilities of the second and the first class. One cut
// serves all items. With more classes there is no value. Metrics with calibration also have no value if rows
// are not estimates of probability.
std::vector<Influenced> at_best_cut(const ClassificationProfile& profile, const ClassItems& items);

// Loss after the best monotone recalibration, fitted on the items on which it is measured: this is a bound,
// not a result. The loss at the bound is due to discrimination (and to the balance of the classes). The
// distance to the bound is due to calibration (Dimitriadis, Gneiting, Jordan 2021, Stable reliability
// diagrams for probabilistic classifiers, PNAS 118; isotonic regression minimises both the Brier score and
// the log loss).

// Loss of an item with a given truth, if its probability is the share of "same" in its block. It is never
// infinite: no block has a share that excludes one of its items.
using ShareLoss = double (*)(double share, bool same);
double squared_loss(double share, bool same);
double log_loss_of_share(double share, bool same);  // 0 in a pure block

// Returns the mean loss over the items. Isotonic regression (PAV) groups items with similar scores, and the
// probability of an item is the share of "same" in its group. Influences are computed at these shares; to
// first order the shares would not move. No value if there are no items. scores: finite. same[i]: 0 or 1. O(n
// log n).
Influenced recalibrated_loss(std::span<const double> scores, std::span<const uint8_t> same, ShareLoss loss);

}  // namespace standfast
