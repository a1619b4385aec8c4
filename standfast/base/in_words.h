// Values in words, for readers: durations, enumerations.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast {

// Formats a duration: "40 s", "12 min", "3.5 h".
inline std::string shown_duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// Joins words: "a", "a and b", "a, b and c".
inline std::string join_words(std::vector<std::string> words) {
  if (words.empty()) return "";
  const std::string last = std::move(words.back());
  words.pop_back();
  return words.empty() ? last : fmt::format("{} and {}", fmt::join(words, ", "), last);
}

}  // namespace standfast
