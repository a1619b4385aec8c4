// The metrics of a profile, whatever its task: what each is called, is worth and says.
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
  bool calibrates = false;  // a loss has a part of calibration, not of threshold
  bool has_zero = false;    // guessing has a known score, so that a share of the lead over it is a number
  // Counts where metrics are averaged: the profile's overall, the stability of a ranking.
  bool averaged = true;
};

struct TaskProfile {
  std::string name, summary;
  std::vector<TaskMetric> metrics;  // in the order they are printed
  // The metric that tables show where they show one. Of pairs the first of which a share of the lead over
  // guessing can be told, else overall; of classes the main one of the profile.
  size_t main = 0;

  std::vector<std::string> names() const;
  // A usage error that lists the metrics there are.
  Result<size_t> place_of(const std::string& metric) const;
};

// Of verification and of classification. Unknown profile: a usage error with a suggestion.
Result<TaskProfile> pair_profile(std::string_view name);
Result<TaskProfile> class_profile(std::string_view name);

}  // namespace standfast
