// The scores of a cell, for both tasks.
#pragma once

#include <vector>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/findings/scored_cell.h"

namespace standfast::result {

// folds: the finished folds of a cell, at least one.
Result<ScoredCell> scored_pairs(const RunRecords& run, const std::vector<const CellRecord*>& folds);

// The same for some pairs. chosen: their places, counted over all folds in order, ascending. Folds without a
// chosen pair do not count.
Result<ScoredCell> scored_chosen_pairs(const RunRecords& run, const std::vector<const CellRecord*>& folds,
                                       const std::vector<uint32_t>& chosen);

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items);

}  // namespace standfast::result
