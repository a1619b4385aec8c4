// Verifiers against each other (result/findings/pair_model_tests.h), as a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/pair_model_tests.h"

namespace standfast::report {

// Nothing where there is no pair.
std::optional<Table> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                      const std::vector<PairModelDifference>& rows, double level);

}  // namespace standfast::report
