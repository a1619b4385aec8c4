// The files of a saved network: its tensors, named as in transformers or by the network itself, and its
// tokenizer.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/model_config.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/neural/encoder/transformer.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/linear.h"
#include "standfast/text/token/tokenizer.h"

namespace standfast {

// Tensors to write. The weights of layers have another order in memory and are copied; all other numbers must
// outlive the list.
class TensorList {
 public:
  void vector(const std::string& name, std::span<const float> numbers);
  void matrix(const std::string& name, std::span<const float> numbers, size_t columns);
  // Adds outputs [first, last) of a layer.
  void layer(const std::string& name, const Linear& from, size_t first, size_t last);
  void layer(const std::string& name, const Linear& from) { layer(name, from, 0, from.bias.size()); }
  void norm(const std::string& name, const NormWeights& from);
  // Adds parts of a network that has names of its own for them.
  void add(const std::string& name, const Table& table) {
    matrix(name + ".weight", table.data, table.columns);
  }
  void add(const std::string& name, const Linear& from, size_t outputs) { layer(name, from, 0, outputs); }
  void add(const std::string& name, const std::vector<float>& numbers) { vector(name, numbers); }
  // Adds a whole encoder, under the names that its family has in the file of a model with a head.
  void encoder(const Transformer& from, ModelFamily family);
  // Adds a whole encoder under another prefix.
  void encoder(const Transformer& from, ModelFamily family, const std::string& prefix);

  const std::vector<TensorToWrite>& all() const { return list_; }
  // Writes folder/model.safetensors.
  Status write(const std::string& folder) const;

 private:
  std::vector<TensorToWrite> list_;
  std::vector<std::unique_ptr<std::vector<float>>> made_;
};

// Fills parts of the expected sizes from the tensors of a folder that TensorList::add has named.
class PartReader {
 public:
  explicit PartReader(const Weights& weights) : weights_(weights) {}

  void fill(const std::string& name, Table& table);
  void fill(const std::string& name, Linear& layer, size_t outputs);
  void fill(const std::string& name, std::vector<float>& numbers);

  // Returns the first error: a data error that names a missing tensor or one of another shape.
  const Status& status() const { return status_; }

 private:
  bool take(const std::string& name, const std::vector<uint64_t>& shape, std::vector<float>& to);

  const Weights& weights_;
  Status status_;
};

// The tokenizer files of a model folder, for saving them with another model.
class TokenizerFiles {
 public:
  // Reads the files of the tokenizer that was loaded from the folder, changed for a model that reads `most`
  // tokens of a text. The padding and truncation of the original model go, which libraries that read only
  // tokenizer.json would apply; its truncation side stays. tokenizer_config.json gives the length.
  static Result<TokenizerFiles> read(const token::Tokenizer& tokenizer, const std::string& folder,
                                     size_t most);
  Status write(const std::string& folder) const;

 private:
  std::vector<std::pair<std::string, std::string>> files_;  // name and content
};

}  // namespace standfast
