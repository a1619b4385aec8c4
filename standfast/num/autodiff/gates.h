// Gates: relaxed Bernoulli draws, their logarithms and their divergence.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// The key bias of gates (attention.h): the logarithm of the weight of a key.

// The weight of a key whose gate is 0, so that its logarithm is finite: -18.42.
inline constexpr double kShutGate = 1e-8;

// Rows of the result without a gate: always open (0), and always shut (log of kShutGate).
inline constexpr uint32_t kOpenRow = UINT32_MAX, kShutRow = UINT32_MAX - 1;

// Computes the biases. gates: one column of numbers within [0, 1]. Row i of the result is
// log(gates[places[i]] + kShutGate), or one of the two constants above; a gate may be taken any number of
// times. hard: gates above .5 count as 1 and all others as 0, with the gradient of the logarithm of the soft
// gate (straight through: Bengio, Leonard and Courville 2013; a gate that is shut has no usable gradient of
// its own).
ValuePtr log_gates(Tape& tape, const ValuePtr& gates, std::vector<uint32_t> places, bool hard);

// Relaxed Bernoulli variables: draws between 0 and 1, the nearer to either end the lower the temperature,
// with a gradient to their logits (Maddison, Mnih and Teh 2017, The concrete distribution, equation 16; Jang,
// Gu and Poole 2017).

// Draws relaxed variables. logits: one column. Row i of the result: 1 / (1 + e^-((logit_i + noise_i) /
// temperature)), with noise of the logistic distribution, which depends on the stream of the text and on the
// row within it (Tape::set_streams). Text s has the rows from segments[s] on. As the temperature goes to 0
// the result is 1 with the probability 1 / (1 + e^-logit), else 0.
ValuePtr relaxed_bernoulli(Tape& tape, const ValuePtr& logits, std::span<const uint32_t> segments,
                           double temperature);

// The Kullback-Leibler divergence of Bernoulli variables from a prior, a penalty that keeps a mask of tokens
// sparse.

// Computes the divergences. logits: one column. The divergence of text s is the mean over its rows, from
// segments[s] on up to segments[s + 1], of KL(Bernoulli(1 / (1 + e^-logit)) || Bernoulli(prior)), in nats; 0
// for a text without rows. shares[s]: the weight of text s in the loss. divergences[s]: without this weight,
// in double precision. On a recording tape it is the last operation: the gradient to the logits is added to
// the gradient that is there.
void bernoulli_divergence(Tape& tape, const ValuePtr& logits, std::span<const uint32_t> segments,
                          double prior, std::span<const double> shares, std::span<double> divergences);

}  // namespace standfast
