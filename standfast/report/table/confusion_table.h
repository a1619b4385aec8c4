// Topic confusion (result/findings/confusion.h), as a table.
#pragma once

#include <optional>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// Nothing where no condition's splitter is topic-confusion.
std::optional<Table> confusion_halves_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                            double level);

}  // namespace standfast::report
