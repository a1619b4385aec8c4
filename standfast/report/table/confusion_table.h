// Topic confusion (result/findings/confusion.h), as a table.
#pragma once

#include <optional>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/confusion.h"

namespace standfast::report {

// Nothing where no condition's splitter is topic-confusion.
std::optional<Table> confusion_halves_table(const RunRecords& run, size_t corpus,
                                            const std::vector<ConfusionRow>& rows, double level);

}  // namespace standfast::report
