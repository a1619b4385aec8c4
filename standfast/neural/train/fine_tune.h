// Fine-tuning: an encoder and a head learn classes from texts by AdamW on batches in random order.
//
// The result is a function of the model, the texts, the options and the seed: not of threads, of pieces of a batch, of memory
// or of whether the work was killed and went on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/classify/sequence_classifier.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/training.h"
#include "standfast/neural/train/validations.h"

namespace standfast {

struct FineTuneOptions {
  using Best = BestBy;
  double epochs = 3;
  uint32_t batch = 16;
  double learning_rate = 2e-5;
  double warm_up = 0;  // share of all updates
  AdamWOptions adamw;
  float dropout = 0.1F;
  // The embeddings and the first layers stay as they are: 0 none of it, 1 the embeddings, 2 also the first layer ... and one
  // more than there are layers: only the head learns.
  uint32_t frozen = 0;
  double until = 0;          // it ends with the epoch whose mean training loss is below it; 0: never
  uint32_t validations = 1;  // in an epoch
  uint32_t patience = 0;     // validations without a better loss or accuracy after which it ends; 0: never
  Best best = Best::accuracy;
  // Group DRO (group_weights.h): how fast the weights of groups move, 0: every text counts by its weight alone; and what small
  // groups get more. With a step every training text has a group.
  double group_step = 0, group_adjustment = 0;
};

inline constexpr uint32_t kNoGroup = UINT32_MAX;

struct LabelledTexts {
  TextTokens texts;
  std::vector<uint32_t> classes;      // by text
  std::vector<double> weights;        // by text, above 0; empty: all 1
  std::vector<uint32_t> groups = {};  // by text: 0, 1 ...; of validation texts kNoGroup too; empty: unknown
};

// The losses are weighted as the texts of each batch are.
struct FineTuned : Trained {
  std::vector<Validation> validations;
  std::optional<size_t> best;         // whose numbers the model has; nothing: those after the last update
  std::vector<double> group_weights;  // of group DRO after the last update, by group
};

// key: of everything that the texts and the model do not say (options ...), for what is kept in work.scratch. validation may
// have no texts: then the last numbers stay. A data error if the loss stops being a number.
Result<FineTuned> fine_tune(SequenceClassifier& model, const LabelledTexts& training,
                            const LabelledTexts& validation, const FineTuneOptions& options, const Work& work,
                            const std::string& key);

// The bytes that training keeps of each token of a text until it is back: what its layers made, with the gradients.
uint64_t bytes_under_way(const ModelConfig& config);
// Estimates the memory of fine-tuning, in bytes, with batches of at most so many texts of at most so many
// tokens. Without texts, the minimum: parameters, gradients, moments of AdamW and the best parameters.
uint64_t fine_tuning_bytes(const ModelConfig& config, size_t most_tokens, uint64_t most_texts, int threads);

}  // namespace standfast
