// What a planting achieved: P(value of the cue | class) on a side, beside what it was meant to be.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/metric/stat/interval.h"

namespace standfast {

// One value of the cue in one class of one side.
struct AchievedShare {
  std::string side;                   // "train", "dev", "test", "anti"
  uint32_t class_code = 0;            // a place in the names of the classes
  uint32_t value = 0;                 // a place in the values of the cue
  uint64_t count = 0, documents = 0;  // with this value; of the class, on this side
  double target = 0;
  Interval interval;    // exact, of the stated level (Clopper, Pearson 1934); 0 to 1 without documents
  double p = 1;         // exact binomial, two-sided, that the target was drawn with
  double p_holm = 1;    // the same, corrected for all shares that are tested
  bool missed = false;  // beyond chance: p_holm < alpha
  bool tested = false;  // by itself; else it has no documents, or is 1 less a share that is tested
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

// Side by side, class by class, value by value. Where a cue has two values, the share of the second is 1 less that of
// the first: only the second is tested, and both are missed or none.
std::vector<AchievedShare> achieved_shares(std::span<const AchievedSide> sides, size_t classes, size_t values,
                                           const AchievedOptions& options);

}  // namespace standfast
