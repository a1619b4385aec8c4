// Tables of a whole run: what went wrong, and conditions, models and metrics in words, printed from the catalogs.
#pragma once

#include <optional>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Failed and missing cells; nothing if there are none.
std::optional<Table> trouble_table(const RunRecords& run);

Table condition_table(const RunRecords& run);
Table model_table(const RunRecords& run);
Table metric_table(const Summary& summary);

}  // namespace standfast::report
