// The score of each row: its product with a learned vector, without a bias.
#pragma once

#include "standfast/num/autodiff/gather.h"

namespace standfast {

// result: one column, row i is vector . x[i]. vector: a table with one row and as many columns as x. x stays as it is.
ValuePtr row_scores(Tape& tape, const ValuePtr& x, const Table& vector);

}  // namespace standfast
