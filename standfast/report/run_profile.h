// The metrics of a run, whatever its task: what each is called, is worth and says.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/report/run_reader.h"

namespace standfast::report {

struct RunMetric {
  std::string name;
  std::string words, source;  // from the catalog
  bool higher_is_better = true;
  double lowest = 0, highest = 1;
  bool calibrates = false;  // a loss has a part of calibration, not of threshold
  bool has_zero = false;    // guessing has a known score, so that a share of the lead over it is a number
  bool averaged =
      true;  // counts where metrics are averaged: the profile's overall, the stability of a ranking
};

struct RunProfile {
  std::string name, summary;
  std::vector<RunMetric> metrics;  // in the order they are printed
  size_t main = 0;                 // the metric that is shown where one is

  std::vector<std::string> names() const;
  // A usage error that lists the metrics there are.
  Result<size_t> place_of(const std::string& metric) const;
};

// A data error where this version does not know the profile.
Result<RunProfile> run_profile(const RunRecords& run);

}  // namespace standfast::report
