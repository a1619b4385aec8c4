// Values in words, for readers: durations, counts, plurals, enumerations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// Formats a number with separators: "12,360".
inline std::string grouped(uint64_t n) {
  std::string digits = std::to_string(n);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

// Returns the regular plural of a noun, which may be the name of a column: "topics", "categories", "classes".
inline std::string plural(std::string_view noun) {
  const auto ends = [&](std::string_view end) { return noun.ends_with(end); };
  if (ends("s") || ends("x") || ends("ch") || ends("sh")) return fmt::format("{}es", noun);
  const bool after_vowel =
      noun.size() > 1 && std::string_view("aeiou").find(noun[noun.size() - 2]) != std::string_view::npos;
  if (ends("y") && noun.size() > 1 && !after_vowel)
    return fmt::format("{}ies", noun.substr(0, noun.size() - 1));
  return fmt::format("{}s", noun);
}

// Returns a count with its noun: "1 fold", "2,000 folds". many: the words after a count other than 1, if they
// are not the plural of `one`.
inline std::string counted(uint64_t n, std::string_view one, std::string_view many = {}) {
  return fmt::format("{} {}", grouped(n),
                     n == 1         ? std::string(one)
                     : many.empty() ? plural(one)
                                    : std::string(many));
}

// Joins words: "a", "a and b", "a, b and c".
inline std::string join_words(std::vector<std::string> words) {
  if (words.empty()) return "";
  const std::string last = std::move(words.back());
  words.pop_back();
  return words.empty() ? last : fmt::format("{} and {}", fmt::join(words, ", "), last);
}

}  // namespace standfast
