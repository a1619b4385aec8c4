// Training of causal rationalisation: selector and predictor learn jointly, from one loss a batch,
//
//   cross-entropy of the answers from relaxed masks + sparsity KL(mask || share) + necessity (counterfactual loss)
//
// by AdamW at a constant rate. Masks are relaxed Bernoulli variables (num/autodiff/gates.h). Each
// term is the weighted mean over the texts of the batch. In validation texts the tokens are kept by CrRule,
// as in answers.
//
// The result is a function of the model, the texts, the options and the seed. It does not depend on threads,
// on memory or on whether the training was killed and resumed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/cr/cr_model.h"
#include "standfast/neural/train/fine_tune.h"

namespace standfast {

struct CrTrainOptions {
  double epochs = 15;
  uint32_t batch = 16;
  double learning_rate = 2e-5;
  AdamWOptions adamw;
  float dropout = 0.1F;        // of both encoders and of the predictor's head
  float logit_dropout = 0.2F;  // of the selector's logits: a dropped logit is 0
  // Layers of both encoders that are not trained: the embeddings and the first layers
  // (FineTuneOptions::frozen).
  uint32_t frozen = 0;
  double temperature = 0.5;
  double sparsity = 1;     // weight of the divergence of the mask from Bernoulli(CrRule::share)
  double necessity = 0.1;  // weight of the counterfactual loss
  // Counterfactuals of a text: at most this share of its tokens, in percent, rounded up, drawn from the
  // tokens whose mask is above kCounterfactualFrom.
  double removed = 5;
  // The counterfactual loss uses only the last text of a batch, as in the released code.
  bool last_only = false;
  bool hard = false;         // masks are rounded to 0 and 1, with the gradient of the relaxed ones
  uint32_t validations = 1;  // validations in an epoch
  uint32_t patience = 0;     // validations without a better loss or accuracy after which training ends; 0:
                             // never
};

inline constexpr double kCounterfactualFrom = 0.8;

// The record of training. losses: the cross-entropies of the updates.
struct CrTrained : FineTuned {
  // By update, weighted means over its texts: the divergence in nats, the counterfactual loss, and the mean
  // mask.
  std::vector<double> divergences, counterfactuals, masks;
};

// Trains the model. Texts have spans. key: identifies everything that the texts and the model do not
// determine, for the state in work.scratch. validation may have no texts: then the last parameters stay, else
// the ones of the best accuracy. A data error if the loss is no longer a number.
Result<CrTrained> train_cr(CrModel& model, const LabelledTexts& training, const LabelledTexts& validation,
                           const CrRule& rule, const CrTrainOptions& options, const Work& work,
                           const std::string& key);

// Estimates the memory of training, in bytes, from the most texts of a batch and the most tokens of a text.
uint64_t cr_training_bytes(const ModelConfig& config, size_t most_tokens, uint64_t most_texts, bool shared,
                           const CrTrainOptions& options, int threads);

}  // namespace standfast
