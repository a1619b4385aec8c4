// Trainable parts of a network as tensors of a file: model.safetensors, with the network's names of its
// parts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/safetensors.h"
#include "standfast/checkpoint/weights.h"
#include "standfast/num/autodiff/gather.h"
#include "standfast/num/autodiff/linear.h"

namespace standfast {

// Parts to write. The weights of layers have another order in memory and are copied; all other numbers must
// outlive the list.
class PartList {
 public:
  void add(const std::string& name, const Table& table);
  void add(const std::string& name, const Linear& layer, size_t outputs);
  void add(const std::string& name, const std::vector<float>& numbers);

  // Writes folder/model.safetensors.
  Status write(const std::string& folder) const;

 private:
  std::vector<TensorToWrite> list_;
  std::vector<std::unique_ptr<std::vector<float>>> made_;
};

// Fills parts of the expected sizes from the tensors of a folder.
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

}  // namespace standfast
