// Reader of a split in any format that holds all of its folds: splits.json, lists in JSON or in a folder
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
  // The file's description of itself; for formats other than splits.json only `where` is set.
  SplitsFile file;
  Splits splits;
};

// Reads a split of any format. The format is detected from the first bytes of the file; a folder always holds
// lists. A data error if no format fits, and whatever the readers of the formats refuse. A splits.json made
// for other data is refused; with unit "id" it only causes a warning. Documents in no fold are left out; a
// splits.json lists them itself. For the other formats the sample is the whole corpus, row numbers refer to
// the file (file_rows.h, which also explains part), and a warning counts the rows that reading left out.
Result<AnySplit> read_any_split(const std::string& path, const Corpus& corpus, Sink& sink,
                                const std::string& part = "");

// Detects the format. content: unused for a folder.
Result<SplitForm> form_of_split(const std::string& path, std::string_view content);

}  // namespace standfast
