// Pretraining by masked language modelling (Devlin et al. 2019) on blocks of text, by AdamW on batches in
// random order. Masks are drawn anew in each epoch (Liu et al. 2019, RoBERTa, section 4.1).
//
// The result is a function of the model, the blocks, the options and the seed. It does not depend on threads,
// on pieces of a batch, on memory or on whether the training was killed and resumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/rng.h"
#include "standfast/base/work.h"
#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/neural/masked/masked_model.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/learned_parts.h"
#include "standfast/neural/train/training.h"
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

// Cuts each text from its beginning into blocks of at most `length` tokens, [CLS] and [SEP] of each block
// included; the rest at its end is a shorter block. No block has tokens of two texts. Blocks without a token
// that can be masked (ids below `first_plain` are special tokens, [UNK] too) are left out. Less than 4 G
// tokens in all.
TextTokens cut_blocks(const token::Tokenizer& tokenizer, std::span<const std::string_view> texts,
                      size_t length, int32_t first_plain, int threads);

struct PretrainOptions {
  double epochs = 10;
  uint32_t batch = 32;  // blocks
  double learning_rate = 5e-4;
  double warm_up = 0.06;  // share of all updates
  AdamWOptions adamw;
  float dropout = 0.1F;
  // Share of the blocks that are held out, rounded; chosen by the seed. Above 0 it is at least one block, and
  // at least one block is left for training.
  double held_out = 0.02;
};

// The loss on held-out blocks is the mean over their masked tokens, which are the same ones each time.
struct HeldOutLoss {
  uint64_t update;       // number of updates before it
  double training_loss;  // mean over the updates since the previous one; 0 for the first
  double loss;
};

// The loss of an update is the mean over the masked tokens of its batch.
struct Pretrained : Trained {
  size_t blocks = 0, held_out_blocks = 0;
  // Before the first update, after each epoch and after the last update; empty: nothing is held out.
  std::vector<HeldOutLoss> held_out;
};

// Pretrains a model. blocks: at least one, as made by cut_blocks. rule: for the vocabulary. key: identifies
// everything that the blocks and the model do not determine, for the state in work.scratch. A data error if
// the loss is no longer a number.
Result<Pretrained> pretrain(MaskedModel& model, const TextTokens& blocks, const TokenMaskRule& rule,
                            const PretrainOptions& options, const Work& work, const std::string& key);

}  // namespace standfast
