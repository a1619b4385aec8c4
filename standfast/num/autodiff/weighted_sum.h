// Weighted sum pooling: one vector of each text, the sum of its rows, each by a weight.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Computes result[s] = sum of weights[i] x[i] over the rows from segments[s] on, up to segments[s + 1], from
// the first to the last; zeros for a text without rows. weights: one column. Both stay as they are.
ValuePtr weighted_sum(Tape& tape, const ValuePtr& weights, const ValuePtr& x,
                      std::span<const uint32_t> segments);

}  // namespace standfast
