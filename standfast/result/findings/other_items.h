// Scores of different items. A fold without answers (failed, not run, not answered by a program that ran elsewhere) leaves out
// its items, so what parts two scores may be the items. Then their difference is no finding.
#pragma once

#include <cstddef>

#include "standfast/metric/stat/estimate.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

inline constexpr const char* kOtherItems =
    "folds of at least one of the two have no answers, so they are scores of different items";

struct CellPlace {
  size_t condition = 0, model = 0;  // places in RunRecords
};
// Either lacks folds. Not so for two sides of the same fits.
bool of_other_items(const RunRecords& run, const CellIndex& index, size_t corpus, CellPlace a, CellPlace b);

// A difference that says only why there is none.
Difference no_difference();

}  // namespace standfast::result
