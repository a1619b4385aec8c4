// Dropout (Srivastava et al. 2014): during training a share of the numbers is 0, and the others are larger
// for it. The dropped places depend on the text's stream and on the place, not on earlier draws
// (base/counter_random.h).
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Multiplies x[i] by 0 with probability `share`, else by 1 / (1 - share), for n numbers of a stream.
void drop(float share, uint64_t stream, float* x, size_t n);

// Applies dropout in place: x is the fresh result of an operation that does not need it on the backward pass
// (linear, layer_norm, gather). Text s has the rows from segments[s] on. Does nothing on a tape that does not
// record, and for a share of 0.
void dropout(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, float share);

// Applies dropout to x with one mask a text: a column is 0 in all rows of the text or in none (variational
// dropout: Gal and Ghahramani 2016, A theoretically grounded application of dropout in recurrent neural
// networks). x stays as it is; it is returned where nothing is dropped.
ValuePtr sequence_dropout(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments, float share);

}  // namespace standfast
