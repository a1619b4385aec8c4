// Scores class by class.
#pragma once

#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/scores_by_class.h"

namespace standfast::report {

// Precision, recall and F1 of every class, all folds and seeds pooled.
Table class_table(const RunRecords& run, size_t corpus, const std::vector<ScoresByClass>& scores);

}  // namespace standfast::report
