// Every score of the survival table, item by item, so that differences and shares of them can be formed with
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

// By condition and model of one corpus. Verification: the score is the mean over folds and seeds of the test
// pairs of a fold. Classification: of all test documents together, because the mean over folds would weight a
// document by how small its fold is, and a fold of one topic seldom has all classes.
//
// conditions: places of those that are wanted, the cells of others stay empty; none: all.
Result<std::vector<ScoredCell>> scored_cells(const RunRecords& run, size_t corpus, int threads,
                                             std::span<const size_t> conditions = {});

}  // namespace standfast::result
