// A BERT for masked language modelling (Devlin et al. 2019, section 3.1), as BertForMaskedLM of transformers:
// score of each word = word's row of the table . norm(act(dense(state))) + bias.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/neural/encoder/transformer.h"

namespace standfast {

struct MaskedHead {
  Linear dense;  // H -> H
  NormWeights norm;
  Linear words;  // tied to the table of words (num/autodiff/linear.h)
};

class MaskedModel {
 public:
  // Makes an untrained model: weights are normal with standard deviation .02, weights of norms 1, biases 0,
  // and the padding token's row 0, as in transformers. Each tensor has its own stream of the seed. The
  // configuration must be a BERT's.
  static MaskedModel make(const ModelConfig& config, uint64_t seed);
  // Loads a model. A data error for other families; a missing error without a head for masked tokens.
  static Result<MaskedModel> load(const std::string& folder);

  // Computes scores of all tokens of the vocabulary at the places, a row each.
  ValuePtr scores(Tape& tape, const TokenRows& texts, std::vector<uint32_t> places) const;

  size_t parameters() const;  // trainable numbers; the table counts once
  // Writes config.json and model.safetensors. The caller adds the tokenizer's files.
  Status save(const std::string& folder) const;

  const ModelConfig& config() const { return config_; }
  // Access for training.
  Transformer& encoder() { return encoder_; }
  MaskedHead& head() { return head_; }

 private:
  MaskedModel(ModelConfig config, Transformer encoder, MaskedHead head)
      : config_(std::move(config)), encoder_(std::move(encoder)), head_(std::move(head)) {}

  ModelConfig config_;
  Transformer encoder_;
  MaskedHead head_;
};

}  // namespace standfast
