// The two tasks of cell_scores.h.
#pragma once

#include <vector>

#include "standfast/report/cell_scores.h"
#include "standfast/report/class_items.h"

namespace standfast::report {

// The finished folds of a cell, at least one.
Result<ScoredCell> scored_pairs(const RunRecords& run, const std::vector<const CellRecord*>& folds);

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items);

}  // namespace standfast::report
