// Scores at the best threshold, chosen on the items on which it is measured: this is a bound, not a result.
// It splits the loss of a metric with a threshold into two parts: the loss at the bound is due to ranking,
// and the distance to the bound is due to the threshold (docs/what-survives.md). The Brier score and the log
// loss are split in the same way, with the best monotone recalibration (recalibration.h) in place of the best
// threshold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/metric/stat/influence.h"

namespace standfast {

// Returns the bounds by metric_names(profile). A metric with a threshold: every item with a score above one
// cut is accepted, and the cut is the one at which the metric is best (the lowest of equals). Influences are
// computed at this cut; to first order the cut would not move. A metric with calibration: its value after
// isotonic regression of the truth on the scores. No value: the metric has neither, or it is undefined.
// "overall" uses the best value of each of its metrics. O(n log n).
std::vector<Influenced> at_best_cut(const MetricProfile& profile, std::span<const double> scores,
                                    std::span<const uint8_t> same);

}  // namespace standfast
