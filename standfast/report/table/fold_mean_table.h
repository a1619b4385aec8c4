// Means over folds (result/findings/fold_means.h), as a table.
#pragma once

#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/fold_means.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// rows: of this metric, a place in Summary::metrics.
Table fold_mean_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                      const std::vector<FoldMean>& rows);

}  // namespace standfast::report
