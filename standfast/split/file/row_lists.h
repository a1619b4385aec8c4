// Two formats of published splits that list documents: a file with one id or row number per line, and the two
// lines of an index file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/file/file_rows.h"
#include "standfast/split/file/splits_file.h"

namespace standfast {

struct ListedDocument {
  uint64_t line = 0;  // 1-based
  uint32_t row = 0;   // of the corpus
};

// Parses a list of documents, one id or row number per line. Blank lines, blanks around an id, a byte order
// mark and CRLF are ignored. unit row: 0-based rows of the file; rows that reading left out are not among
// the documents. Data errors name the line: an id or row that the corpus lacks, one that is listed twice, an
// empty file. where: the file, for messages.
Result<std::vector<ListedDocument>> parse_id_list(std::string_view text, const std::string& where,
                                                  RowUnit unit, FileRows& rows);

// Returns true if such a file can hold the id: it has no blanks around it, no line break and no leading byte
// order mark.
bool is_listable(std::string_view id);

// The index file of the released code of latent feature splits (Züfle, Dankers, Titov 2023), which keeps a
// split in two lines. That code expects a name that ends in indices.txt:
//
//   test: [17, 4, 105]
//   train: [0, 1, 2, ...]
//
// The numbers are 0-based rows of the file, each listed once. train has all rows that are not tested; a
// validation side is taken from it later (split/ninth_validation.h).

struct IndexFile {
  std::vector<uint32_t> test, train;  // documents in the order of the lines
};

// Parses an index file. Data errors name the line: an entry that is no row, a row that the corpus lacks or
// that is listed twice, documents in neither line. Rows that reading left out are skipped, and documents that
// are kept apart need not be listed. where: the file, for messages.
Result<IndexFile> parse_index_file(std::string_view text, const std::string& where, FileRows& rows);

// Checks that the format can hold the split; a data error if it has several folds, or rows on no side.
Status index_file_holds(const Corpus& corpus, const Split& split);

// Writes the split. Validation follows train in the line of train. Errors as for index_file_holds.
Result<std::string> write_index_file(const Corpus& corpus, const Split& split);

}  // namespace standfast
