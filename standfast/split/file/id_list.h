// A list of documents as a file: one id, or one row number, a line. What published splits come as.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/split/file/file_rows.h"
#include "standfast/split/file/splits_file.h"

namespace standfast {

struct ListedDocument {
  uint64_t line = 0;  // 1-based
  uint32_t row = 0;   // of the corpus
};

// Blank lines are passed over; blanks around an id, a byte order mark and CRLF too. unit row: rows of the file, from
// 0; those that reading left out are not among the documents. Data errors name the line: an id or row that the corpus lacks, one that is
// listed twice, a file without any. where: the file, for messages.
Result<std::vector<ListedDocument>> parse_id_list(std::string_view text, const std::string& where,
                                                  RowUnit unit, FileRows& rows);

// Whether such a file can hold the id: no blanks around it, no line break in it, no byte order mark before it.
bool is_listable(std::string_view id);

}  // namespace standfast
