// A convolution over the rows of short texts (the characters of a word), and the maximum of each filter over
// the places (Kim et al. 2016, Character-aware neural language models, 3.2).
#pragma once

#include <cstdint>
#include <span>

#include "standfast/num/autodiff/linear.h"

namespace standfast {

struct MaxConvolution {
  Linear filters;     // inputs: `width` rows one after the other, the first row first
  size_t width = 1;   // rows that a filter sees at a place
  size_t length = 1;  // rows of a text at most; a shorter one is taken as filled up with rows of zeros
};

// Computes result[s], a number for each filter: the largest over all places of the text's `length` rows
// between width - 1 rows of zeros on either side, so length + width - 1 places. Text s has the rows from
// segments[s] on, up to segments[s + 1]: at most `length`, and perhaps none. Places that see none of them are
// not computed: they give the bias. The gradient goes to the first place that has the maximum. An activation
// that rises everywhere may come after it.
ValuePtr max_convolution(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments,
                         const MaxConvolution& convolution);

}  // namespace standfast
