// Mean, standard deviation and median of the numbers on one side, and shares of counts, as measures of
// splits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/split/split_analysis.h"

namespace standfast {

struct SideMoments {
  uint64_t n = 0;
  std::optional<double> mean, sd, median, low, high;  // sd: divisor n - 1, nothing below two values
};
SideMoments side_moments(std::vector<double> values);

// Returns part / whole; undefined for whole = 0, and then `why` is the note. used = total = whole.
SplitMeasure share_measure(std::string group, std::string name, uint64_t part, uint64_t whole,
                           std::string why);

}  // namespace standfast
