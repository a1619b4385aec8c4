// How networks learned (result/findings/learning.h), as a table.
#pragma once

#include <optional>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/learning.h"

namespace standfast::report {

// Nothing where no network learned. Its data have a row for each fit.
std::optional<Table> learning_table(const RunRecords& run, size_t corpus,
                                    const std::vector<Learning>& learning);

}  // namespace standfast::report
