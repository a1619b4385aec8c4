#include "standfast/report/table/table_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "standfast/base/json.h"

namespace standfast::report {
namespace {

template <class Number>
bool read_number(const std::string& field, Number& value) {
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace

nlohmann::ordered_json table_json(const Table& table) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  const auto& header = table.data_header.empty() ? table.header : table.data_header;
  const auto value_of = [&](const std::string& column, const std::string& field) -> Json {
    const bool number = !table.data_header.empty() && !table.texts.empty() &&
                        std::find(table.texts.begin(), table.texts.end(), column) == table.texts.end();
    if (!number) return field;
    if (field.empty()) return nullptr;
    if (uint64_t whole = 0; read_number(field, whole)) return whole;
    if (double real = 0; read_number(field, real) && std::isfinite(real)) return real;
    return field;
  };
  const auto add = [&](const std::vector<std::string>& fields) {
    Json row = Json::object();
    for (size_t i = 0; i < header.size() && i < fields.size(); ++i)
      row[header[i]] = value_of(header[i], fields[i]);
    rows.push_back(std::move(row));
  };
  if (table.data_header.empty()) {
    for (const auto& cells : table.rows) {
      std::vector<std::string> fields;
      for (const auto& cell : cells) fields.push_back(joined(cell, "; "));
      add(fields);
    }
  } else {
    for (const auto& fields : table.data) add(fields);
  }
  return {{"title", table.title}, {"caption", table.caption}, {"rows", std::move(rows)}};
}

}  // namespace standfast::report
