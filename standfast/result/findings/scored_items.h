// The scores of a cell, for both tasks.
#pragma once

#include <memory>
#include <vector>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/findings/scored_cell.h"

namespace standfast::result {

// The authors and the topics of a pair.
ItemUnits units_of(const CellPredictions& pairs, size_t pair);

// folds: the finished folds of a cell, at least one.
Result<ScoredCell> scored_pairs(const RunRecords& run, const Folds& folds);

// The same for some pairs of folds with these answers. chosen: their places, counted over all folds in order,
// ascending. Folds without a chosen pair do not count.
Result<ScoredCell> scored_chosen_pairs(const RunRecords& run,
                                       const std::vector<std::shared_ptr<const CellPredictions>>& folds,
                                       const std::vector<uint32_t>& chosen);

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items);

}  // namespace standfast::result
