// A linear layer with tied weights: the weights are the rows of a table, so that the vectors of words in the
// text also score words (Press and Wolf 2017, Using the output embedding to improve language models). The
// layer is a copy of the table for the product; its gradient goes to the table. Its bias is its own.
#pragma once

#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {

// Makes a layer with an output for each row of the table, and a bias of zeros.
Linear tied_to(const Table& table);
// Copies a changed table to the layer, also to its weights for the backward pass if it is trainable.
void follow(const Table& table, Linear& tied, int threads);
// Adds the gradient of the layer's weights to the table's, and sets it to 0. Both are trainable. Every row
// counts as touched.
void give_gradient(Linear& tied, Table& table, int threads);

}  // namespace standfast
