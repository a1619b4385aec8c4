// Metric profiles of any task: the name, the range and the description of each metric.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct TaskMetric {
  std::string name;
  std::string words, source;  // from the catalog
  bool higher_is_better = true;
  double lowest = 0, highest = 1;
  double range() const { return highest - lowest; }
  bool calibrates = false;  // a loss has a part due to calibration, not to a threshold
  bool has_zero = false;    // guessing has a known score, so a share of the lead over guessing is defined
  // The metric counts in averages over metrics: in the profile's overall score and in the stability of a
  // ranking.
  bool averaged = true;
};

struct TaskProfile {
  std::string name, summary;
  std::vector<TaskMetric> metrics;  // in the order they are printed
  // Place of the metric in tables that show only one. For pairs: the first metric for which a share of the
  // lead over guessing is defined, else overall. For classes: the main metric of the profile.
  size_t main = 0;

  std::vector<std::string> names() const;
  // Returns the place of a metric. An unknown one is a usage error that lists the metrics of the profile.
  Result<size_t> place_of(const std::string& metric) const;
};

// Finds a profile of verification or of classification. An unknown name is a usage error with a suggestion.
Result<TaskProfile> pair_profile(std::string_view name);
Result<TaskProfile> class_profile(std::string_view name);

}  // namespace standfast
