// Scores by the value of a column (result/findings/slice_scores.h), as a table.
#pragma once

#include "standfast/report/table/table.h"
#include "standfast/result/findings/slice_scores.h"

namespace standfast::report {

// A longer one is behind a line to click on.
inline constexpr size_t kMostSliceRows = 40;

Table slice_table(const RunRecords& run, const Summary& summary, size_t corpus, const SliceScores& slices,
                  double level);

}  // namespace standfast::report
