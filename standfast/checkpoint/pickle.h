// Python's pickles as PyTorch writes them into files of weights, read by a machine that executes nothing. A
// pickle is a program that may call anything. Here a name of Python is a text; the few calls that a state
// dict needs make plain values; every other one is refused. (Python library, "pickletools";
// torch/_weights_only_unpickler.py reads the same opcodes.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

// The place of a value in one list. Values refer to each other by it, so that a deep or circular pickle needs
// no recursion.
using PickleRef = uint32_t;

struct PickleValue {
  enum class Kind { none, boolean, whole, real, text, list, dict, name, storage, tensor };
  Kind kind = Kind::none;
  int64_t whole = 0;             // also for a boolean; for a storage the number of its numbers
  std::string_view text;         // a view of the bytes read; for a name "module\nname"; for a storage its key
  std::string_view type;         // for a storage: "FloatStorage"
  std::vector<PickleRef> items;  // for a list or tuple; for a dict key, value, key, value ...
  PickleRef storage = 0;         // for a tensor
  uint64_t offset = 0;           // offset of a tensor's first number in its storage
  std::vector<uint64_t> sizes, strides;
};

struct Pickle {
  std::vector<PickleValue> values;
  PickleRef root = 0;
  size_t bytes = 0;  // the size of the pickle

  const PickleValue& at(PickleRef ref) const { return values[ref]; }
};

// Reads a pickle. bytes: begin with a pickle, and may go on behind it. file: for messages. A data error for
// everything else, and for more than 64 MB or a million opcodes.
Result<Pickle> read_pickle(std::string_view bytes, const std::string& file);

}  // namespace standfast
