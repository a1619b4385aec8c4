// Scores of parts of the test items, split by the value that their documents have in a column (`slices` of a
// study).
//
// The score is defined as in the survival table (cell_scores.h), for the metric that is shown first, but only
// over the items of one value. For classification these are the test documents with the value; for
// verification, the test pairs in which both documents have it. All other items are counted: pairs with two
// values, and items that have no value or whose value cannot be found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct SliceScore {
  uint32_t value = 0;  // place in Slicing::values
  Estimate score;
  uint64_t n_used = 0, n = 0;  // items; used: items of folds in which the metric is defined
};

struct SlicedCell {
  size_t condition = 0, model = 0;  // places in RunRecords
  std::vector<SliceScore> scores;   // of values with items, in their order
  uint64_t n = 0;                   // all test items
  uint64_t mixed = 0, without = 0;  // in no slice: pairs with two values; items without a value
};

struct SliceScores {
  std::string column;
  std::vector<std::string> values;  // all that occur in the corpus (of the group: in its answers), ascending
  std::vector<SlicedCell> cells;    // by condition, then model; without the chance model
  size_t left_out = 0;              // values beyond kMostSlices: those with fewest items, counted only in n
};

// Maximum number of values of a column that have scores: the values with most test items over all conditions.
inline constexpr size_t kMostSlices = 100;

// Scores the slices of each column of the study. Returns nothing if the study has no slices; a column is left
// out if no test item has a value in it.
std::vector<SliceScores> slice_scores(const RunRecords& run, const Summary& summary, size_t corpus,
                                      double level);

// Scores with and without the test items that have a near duplicate in the training of their fold (`near` of
// a study).
//
// The score is defined as in the survival table (cell_scores.h), for the metric that is shown first: over all
// test items, and over the items without a flag. A pair is flagged if one of its documents is. The models are
// the same; nothing is fitted again. The difference is without - all: below 0 where flagged items were
// easier. Both scores share the items without a flag, so the interval is the interval of a paired difference
// over shared authors and topics (unit_difference).
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

// Computes the scores; `scores` is empty if the run did not look for near duplicates.
NearScores near_scores(const RunRecords& run, const Summary& summary, size_t corpus, double level);

}  // namespace standfast::result
