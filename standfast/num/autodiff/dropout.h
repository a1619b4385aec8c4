// Dropout (Srivastava et al. 2014): while a network learns, a share of the numbers is 0, and the others are larger for it.
// What is dropped depends on the text's stream and on the place, not on what was drawn before (base/counter_random.h).
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// x[i] *= 0 with probability `share`, else 1 / (1 - share), for n numbers of a stream.
void drop(float share, uint64_t stream, float* x, size_t n);

// In place: x is what an operation has just made that needs it no more on the way back (linear, layer_norm, gather). The rows of
// text s are those from segments[s] on. Nothing happens on a tape that does not record, and for a share of 0.
void dropout(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, float share);

// x with one mask a text: a column is 0 in all rows of the text or in none (variational dropout: Gal and Ghahramani 2016, A
// theoretically grounded application of dropout in recurrent neural networks). x stays as it is; it is returned where nothing
// is dropped.
ValuePtr sequence_dropout(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, float share);

}  // namespace standfast
