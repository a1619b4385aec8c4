// One training step of masked language modelling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/neural/masked/masked_model.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

// Masking of tokens for masked language modelling (Devlin et al. 2019, appendix A.1).
struct TokenMaskRule {
  double share = 0.15;      // of the tokens that are not special, rounded, at least one
  int32_t mask = 4;         // the id of [MASK]
  int32_t first_plain = 5;  // ids below are special tokens: they are never masked and never inserted
  int32_t end = 0;          // ids are below this
};

struct MaskedTokens {
  std::vector<uint32_t> places;  // masked positions, ascending
  std::vector<uint32_t> words;   // original tokens there
};

// Masks tokens. Of ten masked tokens eight become [MASK], one becomes a random token and one stays, each by
// chance. The text must have a token that is not special.
MaskedTokens mask_tokens(const TokenMaskRule& rule, Rng rng, std::span<int32_t> ids);

// Makes the model trainable. It must stay where it is until stop_learning.
std::vector<Parameter> let_learn(MaskedModel& model);
void stop_learning(MaskedModel& model);
// Updates the head's words from the table after the model's numbers have changed.
void follow_table(MaskedModel& model, int threads);

// Runs a batch forward and back through the model. hidden: of each text, at least one in all. streams: as in
// BatchRunner. Returns the mean loss over the masked tokens; its gradients are in the parameters.
double learn_masked(MaskedModel& model, BatchRunner& runner, const Batch& batch,
                    std::span<const MaskedTokens> hidden, std::span<const uint64_t> streams, int threads);

// Returns the sum of losses over the masked tokens of a batch, without gradients.
double loss_of_masked(const MaskedModel& model, const Batch& batch, std::span<const MaskedTokens> hidden);

// Blocks of text for masked language modelling.

// Cuts each text from its beginning into blocks of at most `length` tokens, [CLS] and [SEP] of each block
// included; the rest at its end is a shorter block. No block has tokens of two texts. Blocks without a token
// that can be masked (ids below `first_plain` are special tokens, [UNK] too) are left out. Less than 4 G
// tokens in all.
TextTokens cut_blocks(const token::Tokenizer& tokenizer, std::span<const std::string_view> texts,
                      size_t length, int32_t first_plain, int threads);

}  // namespace standfast
