// Attention pooling, one vector of each text: the mean of its rows, weighted by a softmax over scores that a
// small network with a learned vector gives them (Yang et al. 2016, Hierarchical attention networks for
// document classification, 2.2).
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/num/autodiff/tape.h"

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

// Scores of rows: the product of each row with a learned vector, without a bias.

// Computes the result, one column: row i is vector . x[i]. vector: a table with one row and as many columns
// as x. x stays as it is.
ValuePtr row_scores(Tape& tape, const ValuePtr& x, const Table& vector);

// Softmax over the scores of the rows within each text.

// Computes the softmax within texts. scores and result: one column. Text s has the rows from segments[s] on,
// up to segments[s + 1]; the results of a text add up to 1. scores stay as they are.
ValuePtr segment_softmax(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments);

// Weighted sum pooling: one vector of each text, the sum of its rows, each by a weight.

// Computes result[s] = sum of weights[i] x[i] over the rows from segments[s] on, up to segments[s + 1], from
// the first to the last; zeros for a text without rows. weights: one column. Both stay as they are.
ValuePtr weighted_sum(Tape& tape, const ValuePtr& weights, const ValuePtr& x,
                      std::span<const uint32_t> segments);

}  // namespace standfast
