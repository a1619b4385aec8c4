// A linear layer: y = x W' + b.
#pragma once

#include <vector>

#include "standfast/num/kernel/product.h"

namespace standfast {

struct Linear {
  Panels weights;           // a row for each output
  std::vector<float> bias;  // a number for each output; empty: none

  size_t inputs() const { return weights.columns(); }
};

// y has a row for each row of x and a column for each output.
inline void linear(const Linear& layer, const Strided<const float>& x, const Strided<float>& y, int threads) {
  const Start start = layer.bias.empty() ? Start{} : Start{Start::With::row, layer.bias};
  product(x, layer.weights, start, y, threads);
}

}  // namespace standfast
