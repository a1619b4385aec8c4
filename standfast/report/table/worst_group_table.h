// The groups of documents that fare worst.
#pragma once

#include <optional>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/worst_groups.h"

namespace standfast::report {

// The topic and the class of lowest accuracy. Nothing where no groups can be compared.
std::optional<Table> worst_group_table(const RunRecords& run, size_t corpus,
                                       const std::vector<WorstGroup>& groups, double level);

}  // namespace standfast::report
