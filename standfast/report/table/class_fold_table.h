// Every fold of a run of classification with its scores.
#pragma once

#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// One row a finished or failed cell, one column a metric.
Table class_fold_table(const RunRecords& run, const Summary& summary, size_t corpus);

}  // namespace standfast::report
