// The scores of a cell, of either task.
#pragma once

#include <vector>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/findings/scored_cell.h"

namespace standfast::result {

// The finished folds of a cell, at least one.
Result<ScoredCell> scored_pairs(const RunRecords& run, const std::vector<const CellRecord*>& folds);

// Of some pairs: their places, fold after fold, ascending. Folds without one count for nothing.
Result<ScoredCell> scored_chosen_pairs(const RunRecords& run, const std::vector<const CellRecord*>& folds,
                                       const std::vector<uint32_t>& chosen);

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items);

}  // namespace standfast::result
