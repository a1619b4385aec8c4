// Folds as plain lists, as other tools keep them and as exporters write them (split/export): a JSON file or a
// folder.
//
//   [{"train": [0, 1], "val": [2], "test": [3]}, ...]        one object per fold (chemprop)
//   {"folds": [{"train": [...], "test": [...]}, ...]}        other members beside "folds" are ignored
//
// The sides are train, test, validation (or val, valid, dev) and aside. A list holds 0-based rows of the
// file, or ids as text. Instead of a list chemprop also allows text with ranges, "0-2,4". A folder has
// fold-0-train.txt and so on, one row number per line; files with lists of ids end in .ids.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/split/file/file_rows.h"
#include "standfast/split/file/splits_file.h"

namespace standfast {

// Returns the file name of a list: "fold-3-test.txt", "fold-3-test.ids.txt".
std::string name_of_list(size_t fold, std::string_view side, RowUnit unit);

// Parses folds from JSON. Data errors name the file, fold and side: an unknown row or id, a document listed
// twice or on two sides, a fold without train or test, a side with an unknown name. where: the file, for
// messages.
Result<std::vector<Fold>> parse_fold_lists(std::string_view json, const std::string& where, FileRows& rows);
// Reads folds from a folder. Further data errors: a missing fold number, a file with another name.
Result<std::vector<Fold>> read_fold_lists(const std::string& folder, FileRows& rows);

}  // namespace standfast
