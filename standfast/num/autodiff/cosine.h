// Cosine similarity of pairs of rows.
#pragma once

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Computes result[i], one column: the cosine of row i of a and row i of b, which have one shape; 0 where one
// of them is zero. a and b stay as they are.
ValuePtr cosine(Tape& tape, const ValuePtr& a, const ValuePtr& b);

}  // namespace standfast
