// Scores of parts of the test items: by the value that their documents have in a column (`slices` of a
// study).
//
// The estimand is that of the survival table (cell_scores.h), by the metric that is shown first, over the
// items of the value alone: of classification the test documents that have it, of verification the test pairs
// both of whose documents have it. All other items are counted: pairs of two values, and what has no value or
// cannot be told.
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
  uint64_t n_used = 0, n = 0;  // items; used: of folds in which the metric is defined
};

struct SlicedCell {
  size_t condition = 0, model = 0;  // places in RunRecords
  std::vector<SliceScore> scores;   // of values with items, in their order
  uint64_t n = 0;                   // all test items
  uint64_t mixed = 0, without = 0;  // in no slice: pairs of two values; an item without a value
};

struct SliceScores {
  std::string column;
  std::vector<std::string> values;  // all that occur in the corpus, ascending by code point
  std::vector<SlicedCell> cells;    // by condition and model; without the chance model
  size_t left_out = 0;              // values beyond kMostSlices: those with fewest items, counted in n only
};

// At most this many values of a column have scores: those with most test items over all conditions.
inline constexpr size_t kMostSlices = 100;

// By column of the study. Nothing where it has no slices, or where no test item has a value.
std::vector<SliceScores> slice_scores(const RunRecords& run, const Summary& summary, size_t corpus,
                                      double level);

}  // namespace standfast::result
