// Classification metrics. A metric is a function of a tally or of a ranking. The catalog gives the range of
// each and the cases in which it is undefined.
#pragma once

#include <optional>

#include "standfast/base/catalog.h"
#include "standfast/metric/classes/classification_ranking.h"
#include "standfast/metric/classes/classification_tally.h"
#include "standfast/metric/classes/nearby_wins.h"
#include "standfast/metric/pairs/verification.h"

namespace standfast {

class ClassificationMetric {
 public:
  virtual ~ClassificationMetric() = default;
  // Returns the value, or nothing if the metric is undefined on these items. wins: required if `ranks()` is
  // true; else it may be null.
  virtual std::optional<double> value(const ClassTally& tally, const ClassWins* wins) const = 0;
  virtual bool ranks() const = 0;  // needs a ranking: O(classes * n) instead of O(classes)
  // Returns the values near the item that `wins` took last. Only for metrics that rank.
  virtual Nearby nearby(const NearbyWins& wins) const = 0;
};

// `symmetric` of the traits: the value stays the same when the classes are numbered in another way (as long
// as no row has its highest probability twice).
using ClassificationMetricCatalog = Catalog<ClassificationMetric, MetricTraits>;
const ClassificationMetricCatalog& classification_metrics();

}  // namespace standfast
