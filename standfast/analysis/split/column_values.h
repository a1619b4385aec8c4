// The values of a column as counted by analyses of splits: a category or the elements of a list.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

struct ColumnValues {
  std::string column;
  bool several = false;                // a document may have several values, or an empty list
  std::vector<std::string> names;      // by code
  std::vector<uint64_t> begins = {0};  // documents + 1
  std::vector<uint32_t> codes;         // each value of a document once
  std::vector<bool> has;               // by document: it has a value, or a list that may be empty

  std::span<const uint32_t> of(uint32_t row) const {
    return std::span(codes).subspan(begins[row], begins[row + 1] - begins[row]);
  }
};

// Reads the values of a role, or of an attribute of the kind category or list; a data error for any other and
// for an unknown name.
Result<ColumnValues> column_values(const Corpus& corpus, const std::string& column);

// Finds the words of a file (text/line_lists.h) that occur in each text, as the column "keywords". Words have
// two or more word characters; case is ignored.
Result<ColumnValues> keyword_values(const Corpus& corpus, const std::string& path, int threads);

// The number of rows with a value, and the number of rows with each value. Rows with several values count for
// each.
struct ValueCounts {
  uint64_t rows = 0;
  std::vector<uint64_t> of;  // by code
};
ValueCounts count_values(const ColumnValues& values, std::span<const uint32_t> rows);

// Returns the objection to options that name neither a column nor keywords; "" if there is none.
std::string objection_to_columns(const std::vector<std::string>& columns, const std::string& keywords);

// Reads the columns that an option names, and the keywords of a file if there is one. At least one of them is
// required.
Result<std::vector<ColumnValues>> asked_values(const Corpus& corpus, const std::vector<std::string>& columns,
                                               const std::string& keywords, int threads);

}  // namespace standfast
