// The Kullback-Leibler divergence of Bernoulli variables from a prior, a penalty that keeps a mask of tokens
// sparse.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Computes the divergences. logits: one column. The divergence of text s is the mean over its rows, from
// segments[s] on up to segments[s + 1], of KL(Bernoulli(1 / (1 + e^-logit)) || Bernoulli(prior)), in nats; 0
// for a text without rows. shares[s]: the weight of text s in the loss. divergences[s]: without this weight,
// in double precision. On a recording tape it is the last operation: the gradient to the logits is added to
// the gradient that is there.
void bernoulli_divergence(Tape& tape, const ValuePtr& logits, std::span<const uint32_t> segments,
                          double prior, std::span<const double> shares, std::span<double> divergences);

}  // namespace standfast
