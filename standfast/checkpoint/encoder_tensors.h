// The tensors of an encoder by their function, under the names of every family, version and wrapper.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/weights.h"

namespace standfast {

// The parts of the whole encoder, or of one of its layers.
enum class EncoderPart {
  words,
  positions,
  types,
  norm,
  query,
  key,
  value,
  attended,
  attended_norm,
  inner,
  outer,
  outer_norm,
  pooler,
};

// Returns "embeddings.word_embeddings", "encoder.layer.3.attention.self.query"; ".weight" or ".bias" follows
// it.
std::string name_of(EncoderPart part, ModelFamily family, size_t layer = 0);
// Returns the prefix of the names in the files of a model with a head: "bert."
std::string_view prefix_of(ModelFamily family);

class EncoderTensors {
 public:
  // Finds the prefix of the names ("bert.", none ...) and checks that every tensor is there and has its
  // shape. One data error names the tensors that are missing or have another shape.
  static Result<EncoderTensors> find(const Weights& weights, const ModelConfig& config);

  bool has_pooler() const { return pooler_; }

  Result<std::vector<float>> weight(EncoderPart part, size_t layer = 0) const;
  Result<std::vector<float>> bias(EncoderPart part, size_t layer = 0) const;

  // Returns a tensor beside the encoder, "classifier.weight"; nothing if there is none.
  const TensorInfo* beside(const std::string& name) const { return weights_->find(name); }
  Result<std::vector<float>> read(const TensorInfo& tensor) const { return weights_->read(tensor); }

  // Lists names that neither the encoder nor `also` uses; tables of numbers from 0 that old versions stored
  // are not named.
  std::vector<std::string> unused(const std::set<std::string>& also = {}) const;

 private:
  const TensorInfo* tensor(EncoderPart part, size_t layer, bool bias) const;

  const Weights* weights_ = nullptr;
  ModelFamily family_ = ModelFamily::bert;
  size_t layers_ = 0;
  std::string prefix_;
  bool pooler_ = false;
};

}  // namespace standfast
