// Columns in which an item of either of two conditions needs a value for the two to be compared. A split
// leaves out documents that lack a required value (no customer, no topic); the other condition may test them.
// docs/what-survives.md explains the output.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/leak/condition_measures.h"

namespace standfast {

// The draws of one condition of one corpus.
using Draws = std::vector<const ConditionMeasures*>;

// Returns the entry of a draw for a column; null if there is none.
const WithoutValue* without_value(const ConditionMeasures& draw, const std::string& column);

// Returns the columns for lack of which `leaving` leaves out documents that `testing` tests, ascending.
std::vector<std::string> left_out_columns(const Draws& leaving, const Draws& testing);

// Returns the columns for lack of which one of the two leaves out documents that the other tests, ascending.
std::vector<std::string> shared_columns(const Draws& a, const Draws& b);

// Counts the test items of a draw, over its folds, that lack a value in at least one of the columns.
uint64_t items_without(const ConditionMeasures& draw, const std::vector<std::string>& columns);

}  // namespace standfast
