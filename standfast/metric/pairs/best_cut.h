// What the best threshold would reach on the very items it is chosen on: a bound, not a result. A loss of a
// metric with a threshold is then split: what the bound loses is ranking, what the distance to the bound
// gains is threshold (docs/what-survives.md). The same of the Brier score and the log loss, with the best
// monotone recalibration (recalibration.h) for the best threshold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/stat/influence.h"

namespace standfast {

// By metric_names(profile): the metric when every item is accepted whose score lies above one cut, at the cut
// that it likes best (the lowest of equals); influences are those at this cut, which to first order is where
// it would stay. Of a metric that has calibration: after isotonic regression of the truth on the scores. No
// value: the metric has neither, or is undefined. "overall" takes for each of its metrics the best. O(n log
// n).
std::vector<Influenced> at_best_cut(const MetricProfile& profile, std::span<const double> scores,
                                    std::span<const uint8_t> same);

// The same of classification by profile.metrics, where there are two classes, so that an item has one score:
// how much more probable the second class is than the first. One cut for all items. No value where there are
// more classes, and of what has calibration where rows are no estimates of probability.
std::vector<Influenced> at_best_cut(const ClassificationProfile& profile, const ClassItems& items);

}  // namespace standfast
