// Pretraining by masked language modelling (Devlin et al. 2019) on blocks of text, by AdamW on batches in
// random order. Masks are drawn anew in each epoch (Liu et al. 2019, RoBERTa, section 4.1).
//
// The result is a function of the model, the blocks, the options and the seed. It does not depend on threads,
// on pieces of a batch, on memory or on whether the training was killed and resumed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/encoder/text_tokens.h"
#include "standfast/neural/masked/learn_masked.h"
#include "standfast/neural/masked/masked_model.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/training.h"

namespace standfast {

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
