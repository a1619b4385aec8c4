// The cross-entropy loss of a classifier: - sum over texts of share * log of the probability of its class, by
// softmax.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Computes the losses. scores: a row a text. shares[i]: the weight of text i (its weight by the sum of
// weights of the batch). losses[i]: its loss without this factor, in double precision. On a recording tape it
// is the last operation: the gradient to the scores is set.
void cross_entropy(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> classes,
                   std::span<const double> shares, std::span<double> losses);

}  // namespace standfast
