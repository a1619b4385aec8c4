// Recurrent layers: GRU and LSTM.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/tape.h"
#include "standfast/num/kernel/lanes.h"

namespace standfast {

// The steps of a recurrent network over sequences of any lengths.
//
// Sequences are sorted by length, the longest first. So the sequences that take part in a step are the first
// ones of the step before, and a step is one product over them. A sequence ends at its own end: nothing is
// computed behind it.
enum class Direction {
  forward,   // from the first row of a sequence to the last
  backward,  // from the last to the first
};

// Shares of dropout during training, with one mask a sequence for all its steps (Gal and Ghahramani 2016, A
// theoretically grounded application of dropout in recurrent neural networks).
struct RecurrentDropout {
  float input = 0;  // share of the numbers of a row
  float state = 0;  // share of the previous state, where it enters the gates
};

// Rows by steps: first the rows of the first step, one for each sequence that has one, then the rows of the
// second.
class RecurrentSteps {
 public:
  // Sequence s has the rows from segments[s] on, up to segments[s + 1].
  RecurrentSteps(std::span<const uint32_t> segments, Direction direction);

  size_t count() const { return begins_.size() - 1; }
  size_t begin(size_t step) const { return begins_[step]; }
  size_t sequences(size_t step) const { return begins_[step + 1] - begins_[step]; }
  size_t most() const { return count() == 0 ? 0 : sequences(0); }

  // Copies to[i] = from[row of i]: rows by steps. Both have so many columns.
  void pack(const float* from, size_t columns, float* to) const;
  // Copies to[row of i] = from[i], or adds it.
  void unpack(const float* from, size_t columns, bool add, float* to) const;
  // Returns factors of dropout on the numbers of a state, a row for each sequence of the first step; nothing
  // without dropout.
  Buffer<float> masks(Tape& tape, float share, size_t columns) const;

 private:
  std::vector<uint32_t> rows_;   // by steps
  std::vector<size_t> begins_;   // for each step
  std::vector<uint32_t> order_;  // sequences by length, those without rows left out
};

// Computes to[i] = from[i] * masks[i], or copies without masks, for n numbers.
void apply_masks(const float* from, const Buffer<float>& masks, size_t n, float* to);

namespace lanes {

// Loads the first n numbers; all others are 0.
inline void load_some(Floats& out, const float* from, size_t n) {
  if (n >= kLanes) return load(out, from);
  float eight[kLanes] = {};
  std::memcpy(eight, from, n * sizeof(float));
  load(out, eight);
}
inline void store_some(float* to, const Floats& from, size_t n) {
  if (n >= kLanes) return store(to, from);
  float eight[kLanes];
  store(eight, from);
  std::memcpy(to, eight, n * sizeof(float));
}

}  // namespace lanes

// Gated recurrent units (Cho et al. 2014, Learning phrase representations using RNN encoder-decoder), in the
// form of cuDNN and PyTorch: the reset gate multiplies the output of the recurrent layer.
//
//   r, z = sigmoid(W x + b + U h + d)   n = tanh(W x + b + r (U h + d))   h' = (1 - z) n + z h

// The network. Both layers give 3 x hidden numbers: for r, z and n, as in PyTorch.
struct Gru {
  Linear input;      // W and b
  Linear recurrent;  // U and d

  size_t hidden() const { return input.bias.size() / 3; }
};
void let_learn(Gru& network);

// Runs the network as lstm does. Dropout of the state reaches only the input of U.
ValuePtr gru(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, const Gru& network,
             Direction direction, const RecurrentDropout& dropped = {});

// Long short-term memory (Hochreiter and Schmidhuber 1997; with the forget gate of Gers, Schmidhuber and
// Cummins 2000).
//
//   i, f, o = sigmoid(W x + U h + b)   g = tanh(W x + U h + b)   c' = f c + i g   h' = o tanh(c')

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
