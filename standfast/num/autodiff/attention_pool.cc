#include "standfast/num/autodiff/attention_pool.h"

#include "standfast/num/autodiff/activation.h"
#include "standfast/num/autodiff/dropout.h"
#include "standfast/num/autodiff/row_scores.h"
#include "standfast/num/autodiff/segment_softmax.h"
#include "standfast/num/autodiff/weighted_sum.h"

namespace standfast {

void let_learn(AttentionPool& pool) {
  let_learn(pool.inner);
  let_learn(pool.vector);
}

ValuePtr attention_pool(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments,
                        const AttentionPool& pool, float dropped) {
  const auto entering = sequence_dropout(tape, x, segments, dropped);
  const auto bent = activation(tape, Activation::tanh, linear(tape, entering, pool.inner));
  const auto scores = row_scores(tape, sequence_dropout(tape, bent, segments, dropped), pool.vector);
  return weighted_sum(tape, segment_softmax(tape, scores, segments), x, segments);
}

}  // namespace standfast
