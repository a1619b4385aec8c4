// The safetensors format: 8 bytes with the length of a header (little-endian), the header in JSON, then the
// numbers. https://github.com/huggingface/safetensors, "Format".
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/tensor.h"

namespace standfast {

struct SafetensorsHeader {
  std::vector<TensorInfo>
      tensors;  // in the order of their bytes, which begin and end count from the start of the file
  std::map<std::string, std::string> metadata;
};

// Parses the header. file: its name for messages. A data error for everything that the format does not allow:
// a header that is longer than the file or than 100 MB, tensors that overlap or leave bytes without an owner,
// shapes that do not fit the bytes.
Result<SafetensorsHeader> parse_safetensors(std::string_view bytes, const std::string& file);

// The writer of safetensors files: the counterpart of safetensors.h, in the form that transformers expects.
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
