// The contents of tables, for tests of tables.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standfast/report/table/table.h"

namespace standfast::testing {

// Checks that every row has a cell for each heading, and every data row a field for each column.
inline void expect_full(const report::Table& table) {
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.header.size()) << table.title;
  for (const auto& fact : table.data) EXPECT_EQ(fact.size(), table.data_header.size()) << table.title;
}

// Returns the first lines of the cells of a row.
inline std::vector<std::string> shown_cells(const report::Table& table, size_t row) {
  std::vector<std::string> texts;
  for (const auto& cell : table.rows.at(row)) texts.push_back(cell.text);
  return texts;
}

// Returns the fields of a column of the CSV, row after row.
inline std::vector<std::string> stored_column(const report::Table& table, const std::string& name) {
  const auto found = std::find(table.data_header.begin(), table.data_header.end(), name);
  EXPECT_NE(found, table.data_header.end()) << "no column " << name;
  std::vector<std::string> fields;
  if (found == table.data_header.end()) return fields;
  for (const auto& fact : table.data)
    fields.push_back(fact.at(static_cast<size_t>(found - table.data_header.begin())));
  return fields;
}

inline std::string stored(const report::Table& table, size_t row, const std::string& column) {
  return stored_column(table, column).at(row);
}
inline double stored_number(const report::Table& table, size_t row, const std::string& column) {
  return std::stod(stored(table, row, column));
}

}  // namespace standfast::testing
