// Softmax over the scores of the rows within each text.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Computes the softmax within texts. scores and result: one column. Text s has the rows from segments[s] on,
// up to segments[s + 1]; the results of a text add up to 1. scores stay as they are.
ValuePtr segment_softmax(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments);

}  // namespace standfast
