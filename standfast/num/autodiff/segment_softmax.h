// Shares of the rows of each text by their scores.
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Softmax within texts. scores and result: one column. The rows of text s are those from segments[s] on, up to segments[s + 1];
// those of a text add up to 1. scores stay as they are.
ValuePtr segment_softmax(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments);

}  // namespace standfast
