// Classification metrics. A metric is a function of a tally or of a ranking. The catalog says which values
// each can have and when it has none.
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
  // Nothing where the metric is undefined on these items. wins: must be given where `ranks()` is true; else
  // it may be null.
  virtual std::optional<double> value(const ClassTally& tally, const ClassWins* wins) const = 0;
  virtual bool ranks() const = 0;  // needs a ranking: O(classes * n) instead of O(classes)
  // Only of metrics that rank: the values near the item that `wins` took last.
  virtual Nearby nearby(const NearbyWins& wins) const = 0;
};

// `symmetric` of the traits: the value stays the same when the classes are numbered in another way (as long
// as no row has its highest probability twice).
using ClassificationMetricCatalog = Catalog<ClassificationMetric, MetricTraits>;
const ClassificationMetricCatalog& classification_metrics();

}  // namespace standfast
