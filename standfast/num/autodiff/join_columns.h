// Concatenation of values by columns.
#pragma once

#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Concatenates: row i of the result is row i of each part, one after the other. All have as many rows. The
// parts stay as they are.
ValuePtr join_columns(Tape& tape, std::vector<ValuePtr> parts);

}  // namespace standfast
