// A reader of small CSV files, as a user's script would read them.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "standfast/base/file.h"

namespace standfast::testing {

// Returns the rows of a CSV without line breaks in fields, each by column name.
inline std::vector<std::map<std::string, std::string>> rows_of_csv(const std::string& path) {
  std::istringstream lines(read_file(path).value_or(""));
  std::vector<std::map<std::string, std::string>> rows;
  std::vector<std::string> header;
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with('\r')) line.pop_back();
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        fields.emplace_back();
      else
        fields.back() += c;
    }
    if (header.empty()) {
      header = fields;
      continue;
    }
    auto& row = rows.emplace_back();
    for (size_t i = 0; i < header.size(); ++i) row[header[i]] = fields.at(i);
  }
  return rows;
}

}  // namespace standfast::testing
