// Folds as plain lists, as other tools keep them and as exporters write them (split/export): a JSON file or a
// folder.
//
//   [{"train": [0, 1], "val": [2], "test": [3]}, ...]        one object a fold (chemprop)
//   {"folds": [{"train": [...], "test": [...]}, ...]}        other members beside "folds" are not looked at
//
// Sides are train, test, and validation (or val, valid, dev), aside. A list has rows of the file, from 0, or ids as
// text. In place of a list chemprop also allows text with ranges, "0-2,4". A folder has fold-0-train.txt and
// so on, one row number a line; lists of ids end in .ids.txt.
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

// "fold-3-test.txt", "fold-3-test.ids.txt".
std::string name_of_list(size_t fold, std::string_view side, RowUnit unit);

// Data errors name the file, fold and side: no such row or id, a document that is listed twice or on two
// sides, a fold without train or test, sides of no known name. where: the file, for messages.
Result<std::vector<Fold>> parse_fold_lists(std::string_view json, const std::string& where, FileRows& rows);
// The same of a folder. Also: a fold number that is missing, a file of another name.
Result<std::vector<Fold>> read_fold_lists(const std::string& folder, FileRows& rows);

}  // namespace standfast
