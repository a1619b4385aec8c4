#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace standfast::result {

// Maps names to codes, in order of first occurrence. Cells are read in a fixed order, so codes are
// reproducible.
class Interner {
 public:
  uint32_t code(std::string_view name) {
    const auto [place, is_new] = codes_.try_emplace(std::string(name), size());
    if (is_new) names_.emplace_back(name);
    return place->second;
  }
  uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, uint32_t> codes_;
};

}  // namespace standfast::result
