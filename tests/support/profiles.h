// Metric profiles that several tests use.
#pragma once

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/pairs/profile.h"

namespace standfast::testing {

inline const MetricProfile& pan21() {
  return **find_profile("pan21");
}
inline const ClassificationProfile& full_classification() {
  return **find_classification_profile("classification-full");
}

}  // namespace standfast::testing
