// Class priors of a run of verification.
#pragma once

#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/pair_data.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Class priors and the majority baseline per condition.
Table prior_table(const RunRecords& run, size_t corpus, const std::vector<PairPrior>& conditions);

}  // namespace standfast::report
