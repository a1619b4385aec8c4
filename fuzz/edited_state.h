// A saved model state with some bytes changed. The input is a list of edits. Each edit gives the part (fields
// or a blob), the position, the number of removed bytes, the number of inserted bytes, and the inserted
// bytes. Most states are therefore nearly valid, and no seeds are needed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/parse_json.h"
#include "standfast/model/saved/model_state.h"

namespace standfast::fuzz {

class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  size_t left() const { return size_; }
  size_t take() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }
  std::string take(size_t n) {
    n = std::min(n, size_);
    std::string bytes(reinterpret_cast<const char*>(data_), n);
    data_ += n;
    size_ -= n;
    return bytes;
  }

 private:
  const uint8_t* data_;
  size_t size_;
};

// Applies the edits. Returns nothing if read_model_folder() would already have refused the state.
inline std::optional<ModelState> edited_state(const ModelState& base, Bytes& input) {
  std::vector<std::string> names = {""}, parts = {base.fields.dump()};
  for (const auto& [name, bytes] : base.blobs) {
    names.push_back(name);
    parts.push_back(bytes);
  }
  while (input.left() > 0) {
    std::string& part = parts[input.take() % parts.size()];
    const size_t at = (input.take() << 16 | input.take() << 8 | input.take()) % (part.size() + 1);
    const size_t gone = input.take(), come = input.take() % 32;
    part.replace(at, gone, input.take(come));
  }
  ModelState state;
  state.fields = json_or_discarded(parts[0]);
  if (state.fields.is_discarded() || !numbers_are_plausible(state.fields)) return std::nullopt;
  for (size_t i = 1; i < parts.size(); ++i) state.blobs[names[i]] = parts[i];
  return state;
}

}  // namespace standfast::fuzz
