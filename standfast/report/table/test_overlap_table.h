// How much test sets share over draws and conditions (result/findings/test_overlap.h), as a table.
#pragma once

#include <optional>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/test_overlap.h"

namespace standfast::report {

Table test_overlap_table(const RunRecords& run, size_t corpus, const TestOverlaps& found);

}  // namespace standfast::report
