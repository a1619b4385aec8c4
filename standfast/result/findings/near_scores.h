// Scores with and without the test items that have a near duplicate in the training of their fold (`near` of a study).
//
// The score is that of the survival table (cell_scores.h), for the metric that is shown first: over all test items, and
// over those that are left when flagged ones go. Of pairs, one goes if one of its documents is flagged. The models are
// the same; nothing is fitted again. The difference is without - all: below 0 where flagged items were easier. Both
// scores share the items that are left, so the interval is that of a paired difference over shared authors and topics
// (unit_difference).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct NearScore {
  size_t condition = 0, model = 0;  // places in RunRecords; only the side of the test items
  uint64_t n = 0, flagged = 0;      // items: all, flagged
  Estimate all, without;
  Difference difference;  // without - all
  std::string why_not;    // not "": there is no score without them
};

struct NearScores {
  double near = 0;
  std::string tokens;
  std::vector<NearScore> scores;  // by condition, then model; without the chance model
};

// Nothing in `scores` where the run did not look for near duplicates.
NearScores near_scores(const RunRecords& run, const Summary& summary, size_t corpus, double level);

}  // namespace standfast::result
