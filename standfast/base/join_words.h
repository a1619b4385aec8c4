// Enumerations in English.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {

// Joins words: "a", "a and b", "a, b and c".
inline std::string join_words(std::vector<std::string> words) {
  if (words.empty()) return "";
  const std::string last = std::move(words.back());
  words.pop_back();
  return words.empty() ? last : fmt::format("{} and {}", fmt::join(words, ", "), last);
}

}  // namespace standfast
