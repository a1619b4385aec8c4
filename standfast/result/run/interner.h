#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/corpus/read/string_index.h"

namespace standfast::result {

// A map from names to codes, numbered in order of first occurrence. Cells are read in a fixed order, so codes
// are reproducible.
class Interner {
 public:
  uint32_t code(std::string_view name) {
    const auto name_of = [this](uint32_t code) { return std::string_view(names_[code]); };
    if (const auto known = codes_.find_or_add(name, name_of)) return *known;
    names_.emplace_back(name);
    return size() - 1;
  }
  uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  StringIndex codes_;
};

}  // namespace standfast::result
