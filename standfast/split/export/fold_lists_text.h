// Folds as JSON lists of documents, written by several exporters under different names.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/file.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/file/splits_file.h"

namespace standfast {

using NamedRows = std::vector<std::pair<const char*, RowSet>>;

// Checks the size of the lists. A usage error if the lists of all sides of all folds would have too many rows
// (500 million: some gigabytes).
Status check_listable(const Split& split);
// Checks the size of the lists; also a data error if row numbers are requested and the corpus has several
// files.
Status check_listable(const Corpus& corpus, const Split& split, RowUnit unit);

// Writes the folds as "[{"train": [0, 1], "test": [2]},\n{...}]", one fold per line, with the sides that
// sides(fold) names. Rows are numbered as in the file (split/file/file_rows.h).
Status write_fold_lists(OutputFile& file, const Corpus& corpus, const Split& split, RowUnit unit,
                        const std::function<NamedRows(const Fold&)>& sides);

// Returns the description of the corpus in JSON, without the closing brace: "{"corpus": "posts.jsonl",
// "sha256": "...", "documents": 500, "unit": "row"".
std::string corpus_in_json(const Corpus& corpus, RowUnit unit);

}  // namespace standfast
