// A linear layer whose weights are the rows of a table: the scores of words by the vectors that stand for them in the text
// (Press and Wolf 2017, Using the output embedding to improve language models). The layer is a copy of the table for the
// product; what it learns goes to the table. Its bias is its own.
#pragma once

#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {

// A layer with an output for each row of the table, and a bias of zeros.
Linear tied_to(const Table& table);
// The table has changed: the layer follows, also its weights for the way back if it learns.
void follow(const Table& table, Linear& tied, int threads);
// The gradient of the layer's weights is added to the table's, and is 0 again. Both learn. Every row counts as touched.
void give_gradient(Linear& tied, Table& table, int threads);

}  // namespace standfast
