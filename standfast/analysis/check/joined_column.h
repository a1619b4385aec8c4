// One column over the documents of several corpora.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/corpus/column.h"
#include "standfast/corpus/column_builder.h"

namespace standfast {

struct ColumnPart {
  const Column* column = nullptr;  // null: these documents have no value
  uint32_t rows = 0;
};

// Returns true if a name is a whole number: "-12", or with_fraction "-12.0".
inline bool is_whole_number(std::string_view name, bool with_fraction) {
  if (with_fraction) {
    if (!name.ends_with(".0")) return false;
    name.remove_suffix(2);
  }
  if (name.starts_with('-')) name.remove_prefix(1);
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

// Concatenates the rows of the parts. Values are equal if their names are, up to Unicode form. A missing
// value turns the whole numbers of a file into floats: if all values of one part are written "1.0" and all
// values of another part "1", they are equal too.
inline Column joined_column(std::span<const ColumnPart> parts) {
  const auto all_whole = [](const ColumnPart& part, bool with_fraction) {
    return part.column != nullptr && !part.column->names.empty() &&
           std::ranges::all_of(part.column->names,
                               [&](std::string_view name) { return is_whole_number(name, with_fraction); });
  };
  const bool some_whole =
      std::ranges::any_of(parts, [&](const ColumnPart& part) { return all_whole(part, false); });
  ColumnBuilder builder;
  uint32_t count = 0;
  for (const auto& part : parts) {
    if (part.column == nullptr) continue;
    const size_t spare = some_whole && all_whole(part, true) ? 2 : 0;
    for (const std::string_view name : part.column->names)
      builder.add(name.substr(0, name.size() - spare), count++);
  }
  Column names = std::move(builder).finish();
  Column all;
  size_t first = 0;  // of the names of the part
  for (const auto& [column, rows] : parts) {
    if (column == nullptr) {
      all.codes.resize(all.codes.size() + rows, kMissing);
      continue;
    }
    for (const uint32_t mine : column->codes)
      all.codes.push_back(mine == kMissing ? kMissing : names.codes[first + mine]);
    first += column->names.size();
  }
  all.names = std::move(names.names);
  return all;
}

}  // namespace standfast
