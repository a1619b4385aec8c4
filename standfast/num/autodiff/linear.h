// A linear layer: y = x W' + b.
#pragma once

#include <memory>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// The gradient of a linear layer while it learns.
struct LinearGradient {
  Panels weights;           // in the layout of those of the layer
  std::vector<float> bias;  // as the layer's
  Panels across;            // the layer's weights for the way back; whoever changes them calls turn()
  bool passes_only =
      false;  // gradients go to what it was given, and none to its own numbers: the members above are unset
};

struct Linear {
  Panels weights;           // a row for each output
  std::vector<float> bias;  // a number for each output; empty: none
  std::shared_ptr<LinearGradient> learns = {};

  size_t inputs() const { return weights.columns(); }
};

// From now on it learns. It has a bias.
void let_learn(Linear& layer);
// The same for a layer that may have no bias.
void let_learn(Linear& layer, size_t outputs);
// Gradients pass through it from now on, and it stays as it is: a frozen layer behind something that learns.
void let_pass(Linear& layer);
// Its weights have changed: those for the way back are made again, panels [first, last) of them.
void turn_weights(Linear& layer, size_t first, size_t last);

// y has a row for each row of x and a column for each output.
inline void linear(const Linear& layer, const Strided<const float>& x, const Strided<float>& y, int threads) {
  const Start start = layer.bias.empty() ? Start{} : Start{Start::With::row, layer.bias};
  product(x, layer.weights, start, y, threads);
}

// The layer has a bias.
ValuePtr linear(Tape& tape, const ValuePtr& x, const Linear& layer);

// Notes down the gradient of a layer that learns: from the rows that it was given, x, and the gradients to what it gave, y. For
// operations that apply it themselves.
void defer_gradient(Tape& tape, const Linear& layer, const ValuePtr& x, const ValuePtr& y);

}  // namespace standfast
