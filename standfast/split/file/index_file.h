// The two lines in which the released code of latent feature splits keeps a split (Züfle, Dankers, Titov 2023; it
// wants a name that ends in indices.txt):
//
//   test: [17, 4, 105]
//   train: [0, 1, 2, ...]
//
// Rows of the file, from 0, each of them once. train is all that is not tested; a validation side is taken from
// it later (split/ninth.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/file/file_rows.h"

namespace standfast {

struct IndexFile {
  std::vector<uint32_t> test, train;  // documents in the order of the lines
};

// Data errors name the line: what is no row, a row that the corpus lacks or that is there twice; documents that are in
// neither line. Rows that reading left out are passed over, and documents that are kept apart need not be named. where: the file, for messages.
Result<IndexFile> parse_index_file(std::string_view text, const std::string& where, FileRows& rows);

// A data error where the format cannot hold the split: several folds, or rows on no side.
Status index_file_holds(const Corpus& corpus, const Split& split);

// Validation follows train in the line of train. Errors as above.
Result<std::string> write_index_file(const Corpus& corpus, const Split& split);

}  // namespace standfast
