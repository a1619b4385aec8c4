// The token states after the last layer, copied into a matrix.
#pragma once

#include <algorithm>

#include "standfast/neural/encoder/transformer.h"

namespace standfast::testing {

inline FloatMatrix states_of(const Transformer& transformer, const TokenRows& tokens) {
  Tape tape;
  const ValuePtr states = transformer.states(tape, tokens);
  FloatMatrix out(states->rows, states->columns);
  std::ranges::copy(states->numbers, out.data.begin());
  return out;
}

}  // namespace standfast::testing
