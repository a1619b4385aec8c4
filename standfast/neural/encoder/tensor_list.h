// A list of tensors to write, named as in transformers, from the parts of a network.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/neural/encoder/transformer.h"

namespace standfast {

// The weights of layers have another order in memory and are copied; all other numbers must outlive the list.
class TensorList {
 public:
  void vector(const std::string& name, std::span<const float> numbers);
  void matrix(const std::string& name, std::span<const float> numbers, size_t columns);
  // Adds outputs [first, last) of a layer.
  void layer(const std::string& name, const Linear& from, size_t first, size_t last);
  void layer(const std::string& name, const Linear& from) { layer(name, from, 0, from.bias.size()); }
  void norm(const std::string& name, const NormWeights& from);
  // Adds a whole encoder, under the names that its family has in the file of a model with a head.
  void encoder(const Transformer& from, ModelFamily family);
  // Adds a whole encoder under another prefix.
  void encoder(const Transformer& from, ModelFamily family, const std::string& prefix);

  const std::vector<TensorToWrite>& all() const { return list_; }

 private:
  std::vector<TensorToWrite> list_;
  std::vector<std::unique_ptr<std::vector<float>>> made_;
};

}  // namespace standfast
