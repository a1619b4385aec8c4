// Layer normalisation (Ba, Kiros and Hinton 2016): each row is brought to mean 0 and variance 1, then scaled and moved.
#pragma once

#include <span>

#include "standfast/num/kernel/product.h"

namespace standfast {

struct LayerNorm {
  std::span<const float> weight, bias;  // a number for each column
  float epsilon = 1e-12F;
};

// x = (x + more - mean) / sqrt(variance + epsilon) * weight + bias, row by row; the variance is the biased one. `more`
// has the shape of x, or no rows: then nothing is added. Sums go by eight lanes, and then over the lanes.
void layer_norm(const LayerNorm& norm, const Strided<float>& x, const Strided<const float>& more);

}  // namespace standfast
