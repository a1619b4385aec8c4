// A list of documents in a file, one id or row number per line: the format of many published splits.
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

// Parses such a list. Blank lines, blanks around an id, a byte order mark and CRLF are ignored. unit row:
// 0-based rows of the file; rows that reading left out are not among the documents. Data errors name the
// line: an id or row that the corpus lacks, one that is listed twice, an empty file. where: the file, for
// messages.
Result<std::vector<ListedDocument>> parse_id_list(std::string_view text, const std::string& where,
                                                  RowUnit unit, FileRows& rows);

// Returns true if such a file can hold the id: it has no blanks around it, no line break and no leading byte
// order mark.
bool is_listable(std::string_view id);

}  // namespace standfast
