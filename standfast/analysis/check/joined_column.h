// One column over the documents of several corpora.
#pragma once

#include <span>
#include <vector>

#include "standfast/corpus/column.h"
#include "standfast/corpus/column_builder.h"

namespace standfast {

struct ColumnPart {
  const Column* column = nullptr;  // null: these documents have no value
  uint32_t rows = 0;
};

// The rows of the parts, one part behind the other. Values are the same if their names are, but for Unicode
// form.
inline Column joined_column(std::span<const ColumnPart> parts) {
  ColumnBuilder builder;
  uint32_t count = 0;
  for (const auto& part : parts)
    if (part.column != nullptr)
      for (const auto& name : part.column->names) builder.add(name, count++);
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
