// One step of learning to tell hidden tokens.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/neural/masked/hide.h"
#include "standfast/neural/masked/masked_model.h"
#include "standfast/neural/train/batch.h"
#include "standfast/neural/train/parameters.h"

namespace standfast {

// Lets the model learn. It must stay where it is until stop_learning.
std::vector<Parameter> let_learn(MaskedModel& model);
void stop_learning(MaskedModel& model);
// The model's numbers have changed: the head's words follow the table.
void follow_table(MaskedModel& model, int threads);

// Sends a batch through the model and back. hidden: of each text, at least one in all. streams: as BatchRunner takes them.
// Returns the mean loss over the hidden tokens; its gradients are in the parameters.
double learn_hidden(MaskedModel& model, BatchRunner& runner, const Batch& batch,
                    std::span<const Hidden> hidden, std::span<const uint64_t> streams, int threads);

// The sum of losses over the hidden tokens of a batch, which nothing is learned from.
double loss_of_hidden(const MaskedModel& model, const Batch& batch, std::span<const Hidden> hidden);

}  // namespace standfast
