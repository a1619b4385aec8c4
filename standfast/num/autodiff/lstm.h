// Long short-term memory (Hochreiter and Schmidhuber 1997; with the forget gate of Gers, Schmidhuber and
// Cummins 2000).
//
//   i, f, o = sigmoid(W x + U h + b)   g = tanh(W x + U h + b)   c' = f c + i g   h' = o tanh(c')
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/recurrent_steps.h"

namespace standfast {

// The network. Both layers give 4 x hidden numbers: for i, f, g and o, as in PyTorch.
struct Lstm {
  Linear input;      // W and b
  Linear recurrent;  // U; no bias (PyTorch's two biases are one sum)

  size_t hidden() const { return input.bias.size() / 4; }
};
void let_learn(Lstm& network);

// Runs the network. result: for each row of x the state after it, `hidden` numbers. Sequence s has the rows
// from segments[s] on, up to segments[s + 1]; it starts with states of zeros. Sequences may be empty. x stays
// as it is.
ValuePtr lstm(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, const Lstm& network,
              Direction direction, const RecurrentDropout& dropped = {});

}  // namespace standfast
