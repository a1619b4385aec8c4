// The counterfactual loss of rationales (Zhang et al. 2023, Towards trustworthy explanation: On causal rationalization): a token
// should be kept only if the class becomes less likely without it.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// scores: of text s the rows from segments[s] on, up to segments[s + 1]: first the scores of its rationale, then those without
// one token of it each. With p the probability of the text's class by softmax, its loss is the negative mean over the latter of
// log max(p(rationale) - p(without) + 1, 1); 0 without any. shares[s]: how much the text counts. losses[s]: not multiplied, in
// double precision. Where the tape records it is an end of the way: the gradient to the scores is added to what stands there; none
// flows through p(rationale).
void counterfactual_loss(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments,
                         std::span<const uint32_t> classes, std::span<const double> shares,
                         std::span<double> losses);

}  // namespace standfast
