// Every score of the survival table, with its items. So differences and shares of scores can be formed with
// errors that allow for shared authors and topics (metric/stat/unit_estimate.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/metric/stat/influence.h"
#include "standfast/metric/stat/shared_units.h"
#include "standfast/result/findings/scored_cell.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// By condition and model of one corpus. Verification: the score is the mean over folds and seeds of the score
// on a fold's test pairs. Classification: the score is that of all test documents together. A mean over folds
// would give documents of small folds more weight, and a fold of one topic seldom has all classes.
//
// conditions: places of the conditions that are wanted; the cells of others stay empty. Empty: all
// conditions.
Result<std::vector<ScoredCell>> scored_cells(const RunRecords& run, size_t corpus, int threads,
                                             std::span<const size_t> conditions = {});

}  // namespace standfast::result
