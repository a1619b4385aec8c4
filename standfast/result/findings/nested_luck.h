// The changes of a condition's scores under other training (metric/stat/training_luck.h), from the nested cells of a run
// (study/cell/left_out.h).
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/result/findings/scored_cell.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

// Adds the luck of training to every score, lead and best score of the models of a condition. For each block: the cells that
// left it out are scored together, as those of the whole validation are, and the answers of the whole validation to the very
// same items are scored beside them. A block is undefined where a nested cell failed or had nothing left to train on. Luck is
// unknown where one has not run, and for a model whose answers come from elsewhere; a model that is not trained has none.
// cells: by model, as scored over the items that have a value in each of the columns (shared_items.h).
Status add_nested_luck(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition,
                       int threads, const std::vector<std::string>& columns, std::vector<ScoredCell>& cells);

}  // namespace standfast::result
