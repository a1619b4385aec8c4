// One column over the documents of several corpora.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "standfast/corpus/column.h"

namespace standfast {

struct ColumnPart {
  const Column* column = nullptr;  // null: these documents have no value
  uint32_t rows = 0;
};

// The rows of the parts, one part behind the other. Values are the same if they have the same name.
inline Column joined_column(std::span<const ColumnPart> parts) {
  Column all;
  for (const auto& part : parts)
    if (part.column != nullptr)
      all.names.insert(all.names.end(), part.column->names.begin(), part.column->names.end());
  std::sort(all.names.begin(), all.names.end());
  all.names.erase(std::unique(all.names.begin(), all.names.end()), all.names.end());
  std::vector<uint32_t> code;
  for (const auto& [column, rows] : parts) {
    if (column == nullptr) {
      all.codes.resize(all.codes.size() + rows, kMissing);
      continue;
    }
    code.clear();
    for (const auto& name : column->names)
      code.push_back(static_cast<uint32_t>(std::lower_bound(all.names.begin(), all.names.end(), name) -
                                           all.names.begin()));
    for (const uint32_t mine : column->codes) all.codes.push_back(mine == kMissing ? kMissing : code[mine]);
  }
  return all;
}

}  // namespace standfast
