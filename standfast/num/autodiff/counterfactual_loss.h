// The counterfactual loss of rationales (Zhang et al. 2023, Towards trustworthy explanation: On causal
// rationalization): a token should be kept only if the class becomes less likely without it.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Computes the losses. scores: text s has the rows from segments[s] on, up to segments[s + 1]: first the
// scores of its rationale, then the scores without one token of it each. With p the probability of the text's
// class by softmax, its loss is the negative mean over the latter of log max(p(rationale) - p(without) + 1,
// 1); 0 without any. shares[s]: the weight of the text. losses[s]: without this weight, in double precision.
// On a recording tape it is the last operation: the gradient to the scores is added to the gradient that is
// there; none flows through p(rationale).
void counterfactual_loss(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments,
                         std::span<const uint32_t> classes, std::span<const double> shares,
                         std::span<double> losses);

}  // namespace standfast
