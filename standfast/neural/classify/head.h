// The classification head: scores of classes from the state of the first token.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/checkpoint/class_head.h"
#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {

// Choices of the vector of a text.
enum class TextVector {
  class_token,  // the state of the first token
  pooled,       // after the head's first nonlinear layer
  bottleneck,
};

struct Head {
  std::optional<Linear> bottleneck;
  Linear hidden;
  Activation bend = Activation::tanh;
  Linear output;
  // Dropout applies before the output while training, and before the first layer if the family has it so
  // (RoBERTa) or there is a bottleneck.
  bool drops_first = false;
};

Head head_of(ClassHead from, ModelFamily family);

// Returns an untrained head: weights are normal with standard deviation .02 and biases 0, as in transformers;
// with a bottleneck all are uniform within 1 / root of the number of inputs, as PyTorch initialises. pooler:
// BERT's own, which is trained further; empty: drawn too.
Head new_head(ModelFamily family, size_t hidden, size_t classes, size_t bottleneck, ClassHead::Layer pooler,
              uint64_t seed);

// Returns scores, a row a text. first: the states of first tokens, a row a text.
ValuePtr scores_of(Tape& tape, const Head& head, ValuePtr first, float dropout);
// Returns the vectors, a row a text. A bottleneck must exist if it is asked for.
ValuePtr vectors_of(Tape& tape, const Head& head, ValuePtr first, TextVector which);

}  // namespace standfast
