// A linear layer: y = x W' + b.
#pragma once

#include <memory>
#include <vector>

#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/tape.h"

namespace standfast {

// The gradient of a linear layer during training.
struct LinearGradient {
  Panels weights;           // in the layout of the layer's weights
  std::vector<float> bias;  // as the layer's
  Panels across;            // the layer's weights for the backward pass; turn_weights() follows changes
  // The gradient passes to the input, and none is kept for the layer: weights and bias are unset.
  bool passes_only = false;
};

struct Linear {
  Panels weights;           // a row for each output
  std::vector<float> bias;  // a number for each output; empty: none
  std::shared_ptr<LinearGradient> learns = {};

  size_t inputs() const { return weights.columns(); }
};

// Makes the layer trainable. It has a bias.
void let_learn(Linear& layer);
// Makes a layer trainable that may have no bias.
void let_learn(Linear& layer, size_t outputs);
// Lets gradients pass through the layer, which stays as it is: a frozen layer behind a trainable one.
void let_pass(Linear& layer);
// Updates the weights for the backward pass after a change of the weights: panels [first, last) of them.
void turn_weights(Linear& layer, size_t first, size_t last);

// Computes y, which has a row for each row of x and a column for each output.
inline void linear(const Linear& layer, const Strided<const float>& x, const Strided<float>& y, int threads) {
  const Start start = layer.bias.empty() ? Start{} : Start{Start::With::row, layer.bias};
  product(x, layer.weights, start, y, threads);
}

// Applies the layer, which must have a bias.
ValuePtr linear(Tape& tape, const ValuePtr& x, const Linear& layer);

// Defers the gradient of a trainable layer: from its input rows, x, and the gradients to its output, y. For
// operations that apply the layer themselves.
void defer_gradient(Tape& tape, const Linear& layer, const ValuePtr& x, const ValuePtr& y);

// A linear layer with tied weights: the weights are the rows of a table, so that the vectors of words in the
// text also score words (Press and Wolf 2017, Using the output embedding to improve language models). The
// layer is a copy of the table for the product; its gradient goes to the table. Its bias is its own.

// Makes a layer with an output for each row of the table, and a bias of zeros.
Linear tied_to(const Table& table);
// Copies a changed table to the layer, also to its weights for the backward pass if it is trainable.
void follow(const Table& table, Linear& tied, int threads);
// Adds the gradient of the layer's weights to the table's, then clears it. Both are trainable. Rows that
// learn count as touched.
void give_gradient(Linear& tied, Table& table, int threads);

}  // namespace standfast
