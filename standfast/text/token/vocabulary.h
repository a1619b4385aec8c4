// The tokens of a model and their numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace standfast::token {

// An upper bound on the numbers, which is more than any model has. A number beyond it is a mistake in the
// file.
inline constexpr int32_t kMostTokens = 1 << 21;

class Vocabulary {
 public:
  // Adds a token. Returns false if the token or the number is there already. 0 <= id < kMostTokens.
  bool add(std::string_view token, int32_t id);

  int32_t find(std::string_view token) const;  // -1: none
  bool has(int32_t id) const;
  std::string_view token(int32_t id) const;  // "" if there is none
  size_t size() const { return count_; }
  size_t longest() const { return longest_; }                           // bytes
  int32_t end() const { return static_cast<int32_t>(places_.size()); }  // the largest number + 1

 private:
  struct Place {
    uint64_t begin = 0;
    uint32_t length = 0;
    bool used = false;
  };
  size_t slot_of(std::string_view token) const;
  void grow();

  std::string bytes_;
  std::vector<Place> places_;   // by number
  std::vector<int32_t> slots_;  // open addressing; -1: free
  size_t count_ = 0;
  size_t longest_ = 0;
};

}  // namespace standfast::token
