#pragma once

#include <cstdint>
#include <functional>
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
    if (const auto place = codes_.find(name); place != codes_.end()) return place->second;
    codes_.emplace(name, size());
    names_.emplace_back(name);
    return size() - 1;
  }
  uint32_t size() const { return static_cast<uint32_t>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  // A name is looked up as it is, without a copy.
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, uint32_t, Hash, std::equal_to<>> codes_;
};

}  // namespace standfast::result
