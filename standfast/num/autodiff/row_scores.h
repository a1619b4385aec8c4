// Scores of rows: the product of each row with a learned vector, without a bias.
#pragma once

#include "standfast/num/autodiff/gather.h"

namespace standfast {

// Computes the result, one column: row i is vector . x[i]. vector: a table with one row and as many columns
// as x. x stays as it is.
ValuePtr row_scores(Tape& tape, const ValuePtr& x, const Table& vector);

}  // namespace standfast
