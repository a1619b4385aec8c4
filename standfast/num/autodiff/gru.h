// Gated recurrent units (Cho et al. 2014, Learning phrase representations using RNN encoder-decoder), in the
// form of cuDNN and PyTorch: the reset gate multiplies the output of the recurrent layer.
//
//   r, z = sigmoid(W x + b + U h + d)   n = tanh(W x + b + r (U h + d))   h' = (1 - z) n + z h
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/recurrent_steps.h"

namespace standfast {

// The network. Both layers give 3 x hidden numbers: for r, z and n, as in PyTorch.
struct Gru {
  Linear input;      // W and b
  Linear recurrent;  // U and d

  size_t hidden() const { return input.bias.size() / 3; }
};
void let_learn(Gru& network);

// Runs the network as lstm does (lstm.h). Dropout of the state reaches only the input of U.
ValuePtr gru(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, const Gru& network,
             Direction direction, const RecurrentDropout& dropped = {});

}  // namespace standfast
