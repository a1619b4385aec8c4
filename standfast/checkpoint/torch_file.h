// Tensors of pytorch_model.bin, in both of PyTorch's containers: the zip file of version 1.6 and later, and
// the row of pickles before it. Nothing in the file is executed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/checkpoint/tensor.h"

namespace standfast {

// Parses the file. Returns the tensors of the state dict, or of the one within "state_dict",
// "model_state_dict" or another member. Values that are no tensors are left out. A tensor's begin and end
// count from the start of `bytes`.
Result<std::vector<TensorInfo>> parse_torch_file(std::string_view bytes, const std::string& file);

}  // namespace standfast
