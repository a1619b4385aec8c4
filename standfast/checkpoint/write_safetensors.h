// The writer of safetensors files: the counterpart of safetensors.h, in the form that transformers expects.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct TensorToWrite {
  std::string name;
  std::vector<uint64_t> shape;
  std::span<const float> numbers;  // as many as the shape has
};

// Returns the header. The tensors lie in the file in the order given, each name once. The header says
// {"format": "pt"}: some versions of transformers refuse a file without it.
std::string safetensors_header(std::span<const TensorToWrite> tensors);
Status write_safetensors(const std::string& path, std::span<const TensorToWrite> tensors);

}  // namespace standfast
