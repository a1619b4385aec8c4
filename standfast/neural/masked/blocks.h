// Blocks of text for masked language modelling.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

// Cuts each text from its beginning into blocks of at most `length` tokens, [CLS] and [SEP] of each block
// included; the rest at its end is a shorter block. No block has tokens of two texts. Blocks without a token
// that can be masked (ids below `first_plain` are special tokens, [UNK] too) are left out. Less than 4 G
// tokens in all.
TextTokens cut_blocks(const token::Tokenizer& tokenizer, std::span<const std::string_view> texts,
                      size_t length, int32_t first_plain, int threads);

}  // namespace standfast
