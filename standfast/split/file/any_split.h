// A split from a file of any form that holds all of its folds: splits.json, lists in JSON or in a folder
// (fold_lists.h), or the two lines of an index file.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/split/file/bind_splits.h"
#include "standfast/split/file/splits_file.h"

namespace standfast {

enum class SplitForm : uint8_t { splits_json, fold_lists, index_file };

struct AnySplit {
  SplitForm form = SplitForm::splits_json;
  // What the file says about itself; of other forms than splits.json nothing but `where`.
  SplitsFile file;
  Splits splits;
};

// How the content of a file begins tells its form; a folder is one of lists. A data error if none fits, and
// what the readers of the forms refuse. A splits.json for other data is refused, with unit "id" it is worth a
// warning. What no fold has is left out, except in splits.json, which lists it itself. The sample of other
// forms is the whole corpus, and their row numbers are those of the file (file_rows.h, also for part); a warning counts the rows
// that reading left out.
Result<AnySplit> read_any_split(const std::string& path, const Corpus& corpus, Sink& sink,
                                const std::string& part = "");

// The form alone. content: unused for a folder.
Result<SplitForm> form_of_split(const std::string& path, std::string_view content);

}  // namespace standfast
