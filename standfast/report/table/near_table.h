// Scores with and without test items that have a near duplicate in training (result/findings/near_scores.h), as a
// table.
#pragma once

#include "standfast/report/table/table.h"
#include "standfast/result/findings/near_scores.h"

namespace standfast::report {

// At least one score.
Table near_table(const RunRecords& run, const Summary& summary, size_t corpus, const NearScores& near,
                 double level);

}  // namespace standfast::report
