#include "standfast/report/table_json.h"

#include "standfast/base/json.h"

namespace standfast::report {

nlohmann::ordered_json table_json(const Table& table) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  const auto& header = table.data_header.empty() ? table.header : table.data_header;
  const auto add = [&](const std::vector<std::string>& fields) {
    Json row = Json::object();
    for (size_t i = 0; i < header.size() && i < fields.size(); ++i) row[header[i]] = fields[i];
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
