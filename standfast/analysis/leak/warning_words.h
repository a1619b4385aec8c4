// Phrases shared by warnings.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "standfast/base/in_words.h"

namespace standfast {

inline std::string percent(double share) {
  return fmt::format("{:.0f} %", 100 * share);
}

inline std::string quoted(const std::string& name) {
  return "\"" + name + "\"";
}

// Formats the worst of several parts and the number of the others: "\"HITS\" 376 and 2 more".
inline std::string and_more(const std::string& worst, size_t parts) {
  return parts > 1 ? fmt::format("{} and {} more", worst, parts - 1) : worst;
}

// The part of a warning on one condition, model or network, and the size of its fault.
struct SizedPart {
  std::string words;
  double size = 0;
};

inline std::string joined(const std::vector<SizedPart>& parts, std::string_view separator) {
  std::string all;
  for (const auto& part : parts) all.append(all.empty() ? "" : separator).append(part.words);
  return all;
}

// Formats the largest part, the first in a tie, and the number of the others.
inline std::string worst_and_more(const std::vector<SizedPart>& parts) {
  return and_more(std::ranges::max_element(parts, {}, &SizedPart::size)->words, parts.size());
}

}  // namespace standfast
