// Normalisation of rows to length 1.
#pragma once

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Divides each row of x by its length, or by the shortest length where it is shorter (to_unit_length in
// pool.h). x stays as it is.
ValuePtr unit_rows(Tape& tape, const ValuePtr& x);

}  // namespace standfast
