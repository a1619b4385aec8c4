// Relaxed Bernoulli variables: draws between 0 and 1 that are near either end, and have a gradient to their
// logits (Maddison, Mnih and Teh 2017, The concrete distribution, equation 16; Jang, Gu and Poole 2017).
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Draws relaxed variables. logits: one column. Row i of the result: 1 / (1 + e^-((logit_i + noise_i) /
// temperature)), with noise of the logistic distribution, which depends on the stream of the text and on the
// row within it (Tape::set_streams). Text s has the rows from segments[s] on. As the temperature goes to 0
// the result is 1 with the probability 1 / (1 + e^-logit), else 0.
ValuePtr relaxed_bernoulli(Tape& tape, const ValuePtr& logits, std::span<const uint32_t> segments,
                           double temperature);

}  // namespace standfast
