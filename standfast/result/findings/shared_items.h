// Selection of the items over which two conditions are compared: documents without a value that one of the
// two needs are left out of both (analysis/leak/condition_measures.h). docs/what-survives.md describes the
// output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// The reason for no comparison of a condition with a shortcut (can_choose_items).
inline constexpr const char* kUnknownItems =
    "a shortcut leaves out documents, and it is not known which of the others lack a value that the "
    "comparison needs";

// Returns the columns in which an item of either condition needs a value for the two to be compared: columns
// for lack of whose value one condition leaves out documents that the other tests. Nothing is known about
// runs whose splits did not record this. Arguments are places in RunRecords.
std::vector<std::string> columns_to_share(const RunRecords& run, size_t corpus, size_t a, size_t b);

// Returns true if it is known which tested items of the condition lack a value in these columns. Their places
// are recorded as in the split. A shortcut leaves out documents that it cannot change; then the places of
// answers differ.
bool can_choose_items(const RunRecords& run, size_t corpus, size_t condition,
                      const std::vector<std::string>& columns);

// Returns the places of the items, counted over all folds in order, whose documents have a value in each of
// the columns. Returns nothing if all do or if it is not known which do.
std::optional<std::vector<uint32_t>> items_with_values(const RunRecords& run, size_t corpus, size_t condition,
                                                       const Folds& folds,
                                                       const std::vector<std::string>& columns);

// The reason for no comparison of scores of different items. A fold without answers (failed, not run, not
// answered by a program that ran elsewhere) leaves out its items, so the difference of two scores may come
// from the items. Then the difference is no finding.
inline constexpr const char* kDifferentItems =
    "folds of at least one of the two have no answers, so they are scores of different items";

struct CellPlace {
  size_t condition = 0, model = 0;  // places in RunRecords
};
// Returns false if either of two cells lacks folds, except for two sides of the same fits.
bool have_same_items(const RunRecords& run, const CellIndex& index, size_t corpus, CellPlace a, CellPlace b);

// Returns a difference without a value that only gives a reason.
Difference no_difference();

}  // namespace standfast::result
