// Python's pickles as PyTorch writes them into files of weights, read by a machine that executes nothing. A pickle is a
// program that may call anything. Here a name of Python is a text; the few calls that a state dict needs make plain values;
// every other one is refused. (Python library, "pickletools"; torch/_weights_only_unpickler.py reads the same opcodes.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// Values name each other by their place in one list, so that a deep or circular pickle needs no recursion.
using PickleRef = uint32_t;

struct PickleValue {
  enum class Kind { none, boolean, whole, real, text, list, dict, name, storage, tensor };
  Kind kind = Kind::none;
  int64_t whole = 0;             // also of a boolean; of a storage its numbers
  std::string_view text;         // in the bytes read; of a name "module\nname"; of a storage its key
  std::string_view type;         // of a storage: "FloatStorage"
  std::vector<PickleRef> items;  // of a list or tuple; of a dict key, value, key, value ...
  PickleRef storage = 0;         // of a tensor
  uint64_t offset = 0;           // of a tensor's first number in its storage
  std::vector<uint64_t> sizes, strides;
};

struct Pickle {
  std::vector<PickleValue> values;
  PickleRef root = 0;
  size_t bytes = 0;  // that it took

  const PickleValue& at(PickleRef ref) const { return values[ref]; }
};

// bytes: begin with a pickle, and may go on behind it. file: for messages. A data error for everything else, and for more
// than 64 MB or a million opcodes.
Result<Pickle> read_pickle(std::string_view bytes, const std::string& file);

}  // namespace standfast
