// Rows of tables that are no corpus, such as rewrites of documents: some columns of a CSV, TSV or JSON lines
// file, row by row.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/input_stream.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast {

struct TableRow {
  uint64_t line = 0;  // line of its start, 1-based
  // By wanted column. Text as it is, a number or boolean as it is written; nothing: the column is missing,
  // null or an empty field without quotes. UTF-8; the views are valid until take() returns.
  std::vector<std::optional<std::string_view>> values;
};

struct TableLimits {
  uint64_t max_row_bytes = uint64_t{256} << 20;
  size_t block_bytes = size_t{1} << 20;
};

// Calls take() for each row, until it returns an error. format: jsonl, csv, tsv; pan is read as jsonl. Blank
// lines are passed over. Returns the names of all columns. Data errors name file and line: a row that cannot
// be read, bytes that are not UTF-8, a list or an object in a wanted column.
Result<std::vector<std::string>> for_each_row(InputStream& input, const std::string& name, Format format,
                                              const std::vector<std::string>& wanted,
                                              const std::function<Status(const TableRow&)>& take,
                                              const TableLimits& limits = {});

}  // namespace standfast
