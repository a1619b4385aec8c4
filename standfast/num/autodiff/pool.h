// Pooling: one vector of a text from the vectors of its tokens.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "standfast/num/autodiff/tape.h"
#include "standfast/num/kernel/product.h"

namespace standfast {

enum class Pooling {
  first,          // the class token
  max,            // the largest of each column
  mean,           // sum / number of tokens
  mean_sqrt,      // sum / root of the number of tokens
  weighted_mean,  // token i (from 1) weighs i
  last,           // the last token
};

// Pools one text. out: as many numbers as tokens has columns. Sums go from the first token to the last. A
// text has at least one token. left_out: leading tokens that are excluded; the others keep their positions.
// Zero vector if none is left.
void pool(Pooling how, const Strided<const float>& tokens, std::span<float> out, size_t left_out = 0);

// Returns one vector of each text. Text s has the rows from segments[s] on, up to segments[s + 1]; a text
// without rows has zeros. The gradient of the largest number goes to the first row that has it.
ValuePtr pool(Tape& tape, Pooling how, const ValuePtr& x, std::span<const uint32_t> segments);

// Divides a vector by its length, or by the shortest length where it is shorter; the sum of squares is in
// double precision.
inline constexpr double kShortestLength = 1e-12;
void to_unit_length(std::span<float> vector);

}  // namespace standfast
