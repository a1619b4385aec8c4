// A tokenized text, the input of a model.
#pragma once

#include <cstdint>
#include <vector>

namespace standfast::token {

struct Tokens {
  std::vector<int32_t> ids;
  // Byte offsets in the given text; a special of the template has begin == end == 0. Always whole code
  // points: two tokens may share one.
  std::vector<uint32_t> begin, end;
  std::vector<uint8_t> types;  // 1: a token of the second text, where the model tells them apart

  size_t size() const { return ids.size(); }
  void clear() { resize(0); }
  void resize(size_t count) {
    ids.resize(count);
    begin.resize(count);
    end.resize(count);
    types.resize(count);
  }
  void add(int32_t id, uint32_t from, uint32_t to, uint8_t type = 0) {
    ids.push_back(id);
    begin.push_back(from);
    end.push_back(to);
    types.push_back(type);
  }
};

}  // namespace standfast::token
