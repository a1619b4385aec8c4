// Self-attention within texts (Vaswani et al. 2017, Attention Is All You Need, 3.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Computes attention. The rows of all texts stand one below the other, without padding: text s has the rows
// from segments[s] on, up to segments[s + 1]. `projected` has for each row its query, its key and its value:
// three times `heads` times `width` numbers. out, with heads x width columns: for each head, the mean of the
// values of the text's own rows, weighted by the softmax over them of query . key / sqrt(width). Texts may be
// empty.
void attention(const Strided<const float>& projected, std::span<const uint32_t> segments, size_t heads,
               const Strided<float>& out);

// Computes the same on a tape. A recording tape leaves out `dropped` of the attention weights (dropout.h), by
// text and head. The backward pass recomputes the weights: to keep them would take as much memory as all else
// for texts of 500 tokens. key_bias: a number for each row, which is added to query . key / sqrt(width) of
// all queries of its text in all heads, or null: a key with the bias log z counts z times as much as with 0.
// It has a gradient.
ValuePtr attention(Tape& tape, const ValuePtr& projected, std::span<const uint32_t> segments, size_t heads,
                   float dropped, const ValuePtr& key_bias = nullptr);

// Computes attention without parameters: each row is query, key and value at once. out has the shape of x:
// the mean of the text's own rows, weighted by the softmax over them of the dot product with the row /
// sqrt(columns). Used for the episodes of LUAR (Rivera-Soto et al. 2021, Learning universal authorship
// representations, 3.1).
ValuePtr parameter_free_attention(Tape& tape, const ValuePtr& x, std::span<const uint32_t> segments);

}  // namespace standfast
