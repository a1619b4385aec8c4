// Means over folds (result/findings/fold_means.h), as a table.
#pragma once

#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

Table fold_mean_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric);

}  // namespace standfast::report
