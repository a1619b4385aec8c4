// How much data each condition holds (table 1 of Sawatphol et al. 2024).
#pragma once

#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/pair_data.h"

namespace standfast::report {

// Means over folds and seeds: pairs, documents and authors of either side, topics, the share of same-author
// pairs. Training includes validation.
Table data_table(const RunRecords& run, size_t corpus, const std::vector<PairData>& conditions);

}  // namespace standfast::report
