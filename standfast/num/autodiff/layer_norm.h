// Layer normalisation (Ba, Kiros and Hinton 2016): each row is brought to mean 0 and variance 1, then scaled
// and moved.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

struct LayerNorm {
  std::span<const float> weight, bias;  // a number for each column
  float epsilon = 1e-12F;
};

// The trainable weights of a norm, and their gradients during training.
struct NormWeights {
  std::vector<float> weight, bias;
  struct Gradient {
    std::vector<float> weight, bias;
  };
  std::shared_ptr<Gradient> learns = {};
};
void let_learn(NormWeights& norm);

// Computes x = (x + more - mean) / sqrt(variance + epsilon) * weight + bias, row by row; the variance is the
// biased one. `more` has the shape of x, or no rows: then nothing is added. Sums go by eight lanes, and then
// over the lanes.
void layer_norm(const LayerNorm& norm, const Strided<float>& x, const Strided<const float>& more);

// Computes the same on a tape; more may be null.
ValuePtr layer_norm(Tape& tape, const NormWeights& norm, float epsilon, const ValuePtr& x,
                    const ValuePtr& more);

// Normalisation of rows to length 1.

// Divides each row of x by its length, or by the shortest length where it is shorter (to_unit_length in
// pool.h). x stays as it is.
ValuePtr unit_rows(Tape& tape, const ValuePtr& x);

// Cosine similarity of pairs of rows.

// Computes result[i], one column: the cosine of row i of a and row i of b, which have one shape; 0 where one
// of them is zero. a and b stay as they are.
ValuePtr cosine(Tape& tape, const ValuePtr& a, const ValuePtr& b);

}  // namespace standfast
