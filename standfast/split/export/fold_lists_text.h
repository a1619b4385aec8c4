// Folds as lists of documents in JSON, which several exporters write under names of their own.
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

// A usage error where the lists of all sides of all folds would have too many rows (500 million: some
// gigabytes).
Status check_listable(const Split& split);
// The same, and a data error where row numbers are asked for and would be those of several files.
Status check_listable(const Corpus& corpus, const Split& split, RowUnit unit);

// "[{"train": [0, 1], "test": [2]},\n{...}]": one fold a line, the sides that sides(fold) names. Rows are those of the
// file (split/file/file_rows.h).
Status write_fold_lists(OutputFile& file, const Corpus& corpus, const Split& split, RowUnit unit,
                        const std::function<NamedRows(const Fold&)>& sides);

// "{"corpus": "posts.jsonl", "sha256": "...", "documents": 500, "unit": "row"": without the last brace.
std::string corpus_in_json(const Corpus& corpus, RowUnit unit);

}  // namespace standfast
