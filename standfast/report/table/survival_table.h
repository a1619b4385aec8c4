// The survival table. docs/report.md explains it.
#pragma once

#include <string>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// "8 of 14 folds" of a cell that lacks some; "" where it has all.
std::string some_folds(const CellSummary& cell);

// Rows models, columns conditions; a cell is score, interval and n used of n total, and the share that
// survives.
Table survival_table(const RunRecords& run, const Summary& summary, size_t corpus, size_t metric,
                     double level);

}  // namespace standfast::report
