// The weights of a folder: all tensors of model.safetensors, or else pytorch_model.bin, or the files that the
// index of either names.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/mapped_file.h"
#include "standfast/base/result.h"
#include "standfast/checkpoint/tensor.h"

namespace standfast {

class Weights {
 public:
  // Opens the files. A missing error if the folder has no weights; it says what the folder has instead.
  static Result<Weights> open(const std::string& folder);

  const std::vector<TensorInfo>& tensors() const { return tensors_; }  // in the order of their names
  const TensorInfo* find(std::string_view name) const;                 // nullptr if there is none

  // Reads the numbers of a tensor of this object, as floats. A data error for whole numbers and types that
  // are not read here, and for numbers that are not finite.
  Result<std::vector<float>> read(const TensorInfo& tensor) const;

  const std::vector<std::string>& files() const { return files_; }  // names in the folder of the files read
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::vector<std::string> files_;
  std::vector<MappedFile> maps_;
  std::vector<TensorInfo> tensors_;
  std::vector<size_t> map_of_;  // for each tensor
};

}  // namespace standfast
