// What the best threshold would reach on the same items, for classification (metric/pairs/best_cut.h).
#pragma once

#include <vector>

#include "standfast/metric/stat/influence.h"

namespace standfast {

// As at_best_cut() of pairs, by profile.metrics, where there are two classes. An item then has one score:
// how much more probable the second class is than the first. One cut for all items. No value where there are
// more classes. Metrics with calibration also have no value where rows are not estimates of probability.
std::vector<Influenced> at_best_cut(const ClassificationProfile& profile, const ClassItems& items);

}  // namespace standfast
