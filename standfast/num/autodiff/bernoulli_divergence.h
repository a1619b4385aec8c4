// The Kullback-Leibler divergence of Bernoulli variables from a prior: what keeps a mask of tokens sparse.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// logits: one column. The divergence of text s is the mean over its rows, from segments[s] on up to segments[s + 1], of
// KL(Bernoulli(1 / (1 + e^-logit)) || Bernoulli(prior)), in nats; 0 for a text without rows. shares[s]: how much text s counts in
// the loss. divergences[s]: not multiplied, in double precision. Where the tape records it is an end of the way: the gradient to
// the logits is added to what stands there.
void bernoulli_divergence(Tape& tape, const ValuePtr& logits, std::span<const uint32_t> segments,
                          double prior, std::span<const double> shares, std::span<double> divergences);

}  // namespace standfast
