// Attention pooling, one vector of each text: the mean of its rows, weighted by a softmax over scores that a
// small network with a learned vector gives them (Yang et al. 2016, Hierarchical attention networks for
// document classification, 2.2).
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {

// A network that scores a row h: v . tanh(W h + b).
struct AttentionPool {
  Linear inner;  // W and b
  Table vector;  // v, the only row
};
void let_learn(AttentionPool& pool);

// Pools the rows of each text. result[s]: from the rows from segments[s] on, up to segments[s + 1]; zeros for
// a text without rows. dropped: the dropout of the inputs of W and of the inputs of v, by one mask a text
// each. The mean is of the rows without dropout. x stays as it is.
ValuePtr attention_pool(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments,
                        const AttentionPool& pool, float dropped = 0);

}  // namespace standfast
