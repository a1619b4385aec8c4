// Divergences between two distributions over classes, each the softmax of a row of scores.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

enum class Divergence : uint8_t {
  symmetric_kl,    // KL(p || q) + KL(q || p) (Jeffreys 1946)
  jensen_shannon,  // KL(p || m) / 2 + KL(q || m) / 2 with m = (p + q) / 2 (Lin 1991)
};

// Computes divergences[i] between rows i of a and b, in nats, in double precision. On a recording tape, the
// gradients of the sum of shares[i] * divergences[i] are set for a and b if they want some, or added to the
// gradients that are there (cross_entropy.h sets: call it before).
void softmax_divergence(Tape& tape, Divergence how, const ValuePtr& a, const ValuePtr& b,
                        std::span<const double> shares, std::span<double> divergences);

}  // namespace standfast
