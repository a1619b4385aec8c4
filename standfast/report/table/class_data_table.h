// What the conditions of a run of classification train on and test.
#pragma once

#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/class_data.h"

namespace standfast::report {

// Documents, classes and topics on either side of each condition, and the majority baseline.
Table class_data_table(const RunRecords& run, size_t corpus, const std::vector<ClassData>& conditions);

}  // namespace standfast::report
