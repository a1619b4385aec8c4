// The safetensors format: 8 bytes with the length of a header (little-endian), the header in JSON, then the
// numbers. https://github.com/huggingface/safetensors, "Format".
#pragma once

#include <map>
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

}  // namespace standfast
