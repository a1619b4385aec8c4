// The items over which two conditions are compared. A split leaves out documents that lack a value which it needs (no
// customer, no topic); the condition that it is compared with may test them, and then the two scores would be of different
// documents. So such documents are left out of both. docs/what-survives.md says what is printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// Columns in which an item of either condition needs a value for the two to be compared: those for lack of which one of
// them leaves out documents that the other tests. Nothing is known of runs whose splits did not record it. Arguments are
// places in RunRecords.
std::vector<std::string> columns_to_share(const RunRecords& run, size_t corpus, size_t a, size_t b);

// Places of the items, counted over all folds in order, whose documents have a value in each of the columns. Nothing: all do,
// or it is not known which.
std::optional<std::vector<uint32_t>> items_with_values(const RunRecords& run, size_t corpus, size_t condition,
                                                       const Folds& folds,
                                                       const std::vector<std::string>& columns);

}  // namespace standfast::result
