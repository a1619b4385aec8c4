// The achieved strength of a planted cue: P(value of the cue | class) on each side, beside its target.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/metric/stat/interval.h"

namespace standfast {

// The share of one value of the cue in one class of one side.
struct AchievedShare {
  std::string side;                   // "train", "dev", "test", "anti"
  uint32_t class_code = 0;            // a place in the names of the classes
  uint32_t value = 0;                 // a place in the values of the cue
  uint64_t count = 0, documents = 0;  // documents with this value; all documents of the class on this side
  double target = 0;
  Interval interval;    // exact, at the given level (Clopper, Pearson 1934); 0 to 1 without documents
  double p = 1;         // exact binomial test, two-sided, that the values were drawn with the target
  double p_holm = 1;    // the same, corrected for all shares that are tested
  bool missed = false;  // beyond chance: p_holm < alpha
  bool tested = false;  // false: no documents, or 1 minus a share that is tested
};

// The documents of one side.
struct AchievedSide {
  std::string name;
  std::span<const uint32_t> classes;  // by document
  std::span<const uint8_t> values;    // by document
  std::span<const double> target;     // classes x values
};

struct AchievedOptions {
  double level = 0.95;   // of the intervals
  double alpha = 0.001;  // of the test of all shares together
};

// Returns the shares side by side, class by class, value by value. If a cue has two values, the share of the
// first is 1 minus the share of the second: only the second is tested, and both are missed or neither.
std::vector<AchievedShare> achieved_shares(std::span<const AchievedSide> sides, size_t classes, size_t values,
                                           const AchievedOptions& options);

}  // namespace standfast
