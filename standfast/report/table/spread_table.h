// Spread over draws and over fits (result/findings/spread.h), as a table.
#pragma once

#include <optional>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/spread.h"

namespace standfast::report {

// Nothing where no model was fitted more than once.
std::optional<Table> spread_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                  const std::vector<Spread>& spreads);

}  // namespace standfast::report
