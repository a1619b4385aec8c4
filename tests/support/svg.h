// Checks of SVG files.
#pragma once

#include <regex>
#include <string>
#include <vector>

namespace standfast::testing {

// Returns true if every element is closed in order and no bare '<' or '&' is left in text.
inline bool well_formed(const std::string& svg) {
  std::vector<std::string> open;
  const std::regex tag(R"(<(\?|/)?([A-Za-z]+)((?:[^<>"]|"[^"<]*")*?)(/|\?)?>)");
  size_t at = 0;
  for (std::sregex_iterator next(svg.begin(), svg.end(), tag), end; next != end; ++next) {
    const auto place = static_cast<size_t>(next->position());
    if (svg.substr(at, place - at).find('<') != std::string::npos) return false;
    at = place + static_cast<size_t>(next->length());
    if ((*next)[1] == "?" || (*next)[4] == "/") continue;
    if ((*next)[1] != "/") {
      open.push_back((*next)[2]);
    } else if (open.empty() || open.back() != (*next)[2]) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty() && !std::regex_search(svg, std::regex("&(?!(amp|lt|gt|quot|#[0-9]+);)"));
}

// Returns true if a coordinate is NaN. Words such as "unanswered" may hold these letters.
inline bool has_bad_number(const std::string& svg) {
  return std::regex_search(svg, std::regex("[^a-z](nan|inf)[^a-z]"));
}

inline size_t count(const std::string& text, const std::string& what) {
  size_t n = 0;
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++n;
  return n;
}

}  // namespace standfast::testing
