// Lookup in catalogs whose entries have a stable code (SF101), by which they are found, ignored and
// explained.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/result.h"

namespace standfast {

// Returns the entry with a code (in any case); a usage error lists the valid codes. noun: "warning".
template <class Entry>
Result<const Entry*> find_by_code(const std::vector<Entry>& entries, std::string_view code,
                                  std::string_view noun) {
  std::string upper;
  for (const char c : code) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::vector<std::string> codes;
  for (const auto& entry : entries) {
    if (entry.code == upper) return &entry;
    codes.push_back(entry.code);
  }
  return usage_error(
      fmt::format("there is no {} \"{}\" (there are: {})", noun, code, fmt::join(codes, ", ")));
}

// Returns codes in the spelling of the catalog, each once, ascending; a usage error for an unknown code.
template <class Entry>
Result<std::vector<std::string>> known_codes_of(const std::vector<Entry>& entries,
                                                const std::vector<std::string>& codes,
                                                std::string_view noun) {
  std::vector<std::string> known;
  for (const auto& code : codes) {
    SF_ASSIGN(const auto* entry, find_by_code(entries, code, noun));
    known.push_back(entry->code);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return known;
}

// Returns the anchor of a code in the documentation: "docs/warnings.md#sf101".
inline std::string place_of_code(std::string_view page, std::string_view code) {
  std::string place = fmt::format("{}#", page);
  for (const char c : code) place += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return place;
}

}  // namespace standfast
