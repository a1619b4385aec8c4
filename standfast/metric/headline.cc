#include "standfast/metric/headline.h"

#include "standfast/metric/classification_profile.h"
#include "standfast/metric/profile.h"

namespace standfast {

Result<std::string> headline_metric(bool classifies, std::string_view profile) {
  if (classifies) {
    SF_ASSIGN(const ClassificationProfile* known, find_classification_profile(profile));
    return known->main;
  }
  SF_ASSIGN(const MetricProfile* known, find_profile(profile));
  for (const auto& metric : known->metrics)
    if ((*verification_metrics().find(metric.metric))->traits.zero != Zero::none) return metric.name;
  return metric_names(*known).back();
}

}  // namespace standfast
