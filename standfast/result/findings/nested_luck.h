// What other training would change of the scores of a condition, from the nested cells of a run
// (study/cell/left_out.h, metric/stat/training_luck.h).
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/result/findings/scored_cell.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

// Adds the luck of training to every score, lead and best score of the models of a condition. For each block: the cells that
// left it out are scored together, as those of the whole validation are, and the answers of the whole validation to the very
// same items are scored beside them. Luck is not known of a model whose answers come from elsewhere, nor where a nested cell
// failed or has not run. A model that is not trained has none. cells: by model, as scored over the items that have a value in
// each of the columns (shared_items.h).
Status add_nested_luck(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition,
                       int threads, const std::vector<std::string>& columns, std::vector<ScoredCell>& cells);

}  // namespace standfast::result
