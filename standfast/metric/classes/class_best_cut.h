// Scores of classifiers at the best threshold, chosen on the same items (metric/pairs/best_cut.h).
#pragma once

#include <vector>

#include "standfast/metric/stat/influence.h"

namespace standfast {

// Returns scores at the best cut, like at_best_cut() of pairs, by profile.metrics, if there are two classes.
// An item then has one score: the difference of the probabilities of the second and the first class. One cut
// serves all items. With more classes there is no value. Metrics with calibration also have no value if rows
// are not estimates of probability.
std::vector<Influenced> at_best_cut(const ClassificationProfile& profile, const ClassItems& items);

}  // namespace standfast
