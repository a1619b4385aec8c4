// One training step of masked language modelling.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/neural/masked/mask_tokens.h"
#include "standfast/neural/masked/masked_model.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/parameters.h"

namespace standfast {

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

}  // namespace standfast
