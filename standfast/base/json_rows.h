// Files of rows, one JSON object a line, such as the answers of a cell. Each line is parsed by itself and to
// its end, so that a damaged line is found, and nothing beyond it is read.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "standfast/base/result.h"

namespace standfast {

// Returns whether the row has the field; then `out` is its value. Throws simdjson::simdjson_error where it
// has another type.
template <class T>
bool optional_field(const simdjson::dom::object& row, std::string_view name, T& out) {
  const simdjson::error_code problem = row[name].get(out);
  if (problem == simdjson::NO_SUCH_FIELD) return false;
  if (problem != simdjson::SUCCESS) throw simdjson::simdjson_error(problem);
  return true;
}

// Calls use(simdjson::dom::object, line from 1) -> Status for each row; it may throw
// simdjson::simdjson_error. A row lives until the next one. A data error names path and line; more: text that
// follows the reason, such as where the format is described.
template <class Use>
Status each_json_row(const std::string& path, std::string text, std::string_view more, const Use& use) {
  const size_t size = text.size();
  text.resize(size + simdjson::SIMDJSON_PADDING);  // the parser may read the padding, and never uses it
  simdjson::dom::parser parser;
  size_t line = 0;
  try {
    for (size_t begin = 0; begin < size;) {
      const size_t end = std::min(text.find('\n', begin), size);
      ++line;
      const simdjson::dom::object row = parser.parse(text.data() + begin, end - begin, false).get_object();
      SF_TRY(use(row, line));
      begin = end + 1;
    }
  } catch (const simdjson::simdjson_error& problem) {
    return data_error(fmt::format("{}:{}: {}{}", path, line, problem.what(), more));
  }
  return {};
}

}  // namespace standfast
